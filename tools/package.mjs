// Packages the app for this platform into release/: `npm run package`. Options are in docs/desktop-packages.md.
import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseLocalTools } from './package/local-tools.mjs';
import { runBuilder } from './package/run-builder.mjs';
import { ROOT } from './paths.mjs';
import { runTool, say, ToolError } from './progress.mjs';
import { runCommand } from './setup/run-command.mjs';

const PLATFORM = { linux: 'linux', win32: 'win', darwin: 'mac' }[process.platform];

const OPTIONS = {
  dir: { type: 'boolean', default: false },
  target: { type: 'string', multiple: true, default: [] },
  output: { type: 'string', default: 'release' },
  'local-tools': { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  linux: { type: 'boolean', default: false },
  win: { type: 'boolean', default: false },
  mac: { type: 'boolean', default: false },
};

const PLATFORMS = ['linux', 'win', 'mac'];

function checkOptions(options) {
  const named = PLATFORMS.find((platform) => options[platform]);
  if (named !== undefined && !options['dry-run'])
    throw new ToolError(
      `--${named} selects what --dry-run shows; packages are built for this platform only.`,
      `Run on that platform: npm run package\nOr here: npm run package -- --dry-run --${named}`,
    );
  if (options['local-tools'] && PLATFORM !== 'linux')
    throw new ToolError('--local-tools is for Linux packages.', 'Leave it out.');
}

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new ToolError(
      error.message,
      `Options: ${Object.keys(OPTIONS)
        .map((name) => `--${name}`)
        .join(' ')}`,
    );
  }
}

/** Compression for tests. */
function compressQuickly() {
  process.env.ELECTRON_BUILDER_COMPRESSION_LEVEL ??= '1';
  return { deb: { compression: 'gz' }, appImage: { compression: 'gzip' } };
}

/** Names this machine's tools to electron-builder; returns the targets that they can build. */
function replaceDownloads(wanted) {
  const { variables, targets, left } = chooseLocalTools(wanted);
  Object.assign(process.env, variables);
  for (const line of left) say(line);
  return targets;
}

async function packageApp({ dir, target, output, quick, ...options }) {
  const { obtainRuntime } = await import('./setup/obtain-runtime.mjs');
  const runtime = await obtainRuntime();
  const { describeRuntime } = await import('./electron-runtime.mjs');
  say(`packaging with ${describeRuntime(runtime)}`);
  const isStandIn = runtime.source === 'stand-in';
  // The stand-in is there because downloads fail, so those of electron-builder would fail as well.
  const usesLocalTools = (isStandIn || options['local-tools']) && !dir;
  const targets = usesLocalTools ? replaceDownloads(target) : dir ? ['dir'] : target;
  const files = await runBuilder(PLATFORM, targets, {
    ...(quick ? compressQuickly() : {}),
    electronDist: runtime.dist,
    electronVersion: runtime.version,
    directories: { output },
  });
  for (const file of files) say(`${relative(ROOT, file)}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  say(`packaged into ${relative(ROOT, resolve(ROOT, output)) || output}`);
  if (isStandIn) say('These packages contain the stand-in runtime. For tests only; never ship them.');
}

await runTool(async () => {
  const options = readOptions();
  checkOptions(options);
  process.chdir(ROOT);
  runCommand(process.execPath, ['tools/setup.mjs', 'start'], 'See the message above.', { cwd: ROOT });
  if (!options['dry-run']) return packageApp(options);
  const { dryRun } = await import('./package/dry-run.mjs');
  const chosen = PLATFORMS.filter((platform) => options[platform]);
  process.stdout.write(await dryRun(chosen.length > 0 ? chosen : PLATFORMS));
});
