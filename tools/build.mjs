// Builds everything that runs: server, preload, sample applications and window. `npm run build`; set-up calls it too.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finishHeadless } from './build/headless.mjs';
import { hashSources } from './build/source-hash.mjs';
import { DIST, OUT } from './paths.mjs';
import { runTool, say, ToolError } from './progress.mjs';

const STAMP = '.sources';

/** What a complete build contains; a missing one means that an entry was lost. */
const PRODUCTS = [
  'main/desktop.js',
  'main/headless.js',
  'main/headless.cjs',
  'main/preload.cjs',
  'apps/web.js',
  'apps/consumption-device.js',
  'apps/service-provider.js',
  'renderer/index.html',
];

/** True when `dist/` was built from the sources as they are. */
export function isBuilt(sources = hashSources()) {
  const stamp = join(DIST, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
}

/** Vite's configurations in the order they run; loaded late, since an up-to-date start needs none of them. */
async function configurations(folder) {
  const { serverConfig } = await import('./build/server.config.mjs');
  const { headlessConfig } = await import('./build/headless.config.mjs');
  const { preloadConfig } = await import('./build/preload.config.mjs');
  const { sampleAppsConfig } = await import('./build/sample-apps.config.mjs');
  const { rendererConfig } = await import('./build/renderer.config.mjs');
  return [
    ['desktop', serverConfig(folder)],
    ['headless server', headlessConfig(folder)],
    ['preload script', preloadConfig(folder)],
    ['sample applications', sampleAppsConfig(folder)],
    ['window', rendererConfig(folder)],
  ];
}

/** Puts a finished build in place of the last one; a running server keeps the files it has open. */
function replaceDist(folder) {
  const old = `${folder}-old`;
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(folder, DIST);
  rmSync(old, { recursive: true, force: true });
}

/**
 * Builds into a folder of its own and swaps it in when every part succeeded.
 * @throws ToolError when a part does not build.
 */
export async function build() {
  const sources = hashSources();
  mkdirSync(OUT, { recursive: true });
  const folder = mkdtempSync(join(OUT, 'build-'));
  try {
    const vite = await import('vite');
    for (const [name, config] of await configurations(folder)) {
      say(`building the ${name}`);
      await vite.build(config);
    }
    say('compiling the headless server');
    await finishHeadless(folder);
    for (const product of PRODUCTS) {
      if (!existsSync(join(folder, product))) throw new Error(`the build did not write ${product}`);
    }
    writeFileSync(join(folder, STAMP), sources);
    // A temporary folder is its owner's alone; what is built may be read and run by everybody.
    chmodSync(folder, 0o755);
    replaceDist(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new ToolError(
      `The build failed: ${error.message}`,
      'Correct the source named above, then run: npm run build',
      { cause: error },
    );
  }
}

/** Builds unless `dist/` is up to date. */
export async function buildIfChanged() {
  if (isBuilt()) return;
  await build();
  say('built');
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) await runTool(build);
