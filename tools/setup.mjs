// Prepares a clone: `setup.mjs start` runs before npm start, `setup.mjs test` before npm test.
// Uses only Node's own modules, because node_modules may not exist yet.
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

/** Prepares any start; start.mjs or window.mjs fetches the window's runtime if one is needed. */
async function prepareStart() {
  checkNode();
  const startedAt = Date.now();
  removeReadyStamp();
  installDependencies();
  await buildIfChanged();
  writeReadyStamp(startedAt);
}

/** Prepares the tests, the build last, so that a missing system package is reported first. */
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
  if (prepare === undefined)
    throw new ToolError('Specify what to prepare.', 'usage: node tools/setup.mjs start|test');
  await prepare();
});
