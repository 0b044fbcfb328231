// Makes a clone ready: `node tools/setup.mjs start` before npm start, `node tools/setup.mjs test` before npm test.
// Runs on Node's own modules alone, since node_modules may not be there yet.
import { buildIfChanged } from './build.mjs';
import { runTool, say, ToolError } from './progress.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { obtainRuntime } from './setup/obtain-runtime.mjs';
import { removeReadyStamp, writeReadyStamp } from './setup/ready-stamp.mjs';
import { ensureLibraries, ensureTestPrograms } from './setup/system-packages.mjs';

const LOWEST_NODE = [20, 19];

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor >= LOWEST_NODE[1])) return;
  throw new ToolError(
    `Node ${process.versions.node} is too old.`,
    `Install Node ${LOWEST_NODE.join('.')} or newer.`,
  );
}

/** What a start needs whichever way it runs; the window's runtime follows in start.mjs or window.mjs, once a window is wanted. */
async function prepareStart() {
  checkNode();
  const startedAt = Date.now();
  removeReadyStamp();
  installDependencies();
  await buildIfChanged();
  writeReadyStamp(startedAt);
}

/** What the tests need: all of it, and before the build, so that a missing system package is told first. */
async function prepareTest() {
  checkNode();
  installDependencies();
  const runtime = await obtainRuntime();
  ensureLibraries(runtime.executable);
  ensureTestPrograms();
  await buildIfChanged();
  say('ready to test');
}

const purposes = { start: prepareStart, test: prepareTest };

await runTool(async () => {
  const prepare = purposes[process.argv[2]];
  if (prepare === undefined) throw new ToolError('What for?', 'usage: node tools/setup.mjs start|test');
  await prepare();
});
