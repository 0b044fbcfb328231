// Builds everything that runs: server, preload script, admin command line, sample applications, window. `npm run build`.
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

/** Files of a complete build. */
const PRODUCTS = [
  'main/desktop.js',
  'main/headless.js',
  'main/headless.cjs',
  'main/preload.cjs',
  'main/kcadm.cjs',
  'main/mcp.cjs',
  'main/image-programs.cjs',
  'apps/web.js',
  'apps/consumption-device.js',
  'apps/service-provider.js',
  'package/start-understudy.js',
  'renderer/index.html',
  'renderer/account/index.html',
];

/** True if `dist/` was built from the current sources. */
export function isBuilt(sources = hashSources()) {
  const stamp = join(DIST, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
}

/** Vite configurations, in order. Loaded late, because an up-to-date start needs none of them. */
async function configurations(folder) {
  const { serverConfig } = await import('./build/server.config.mjs');
  const { headlessConfig } = await import('./build/headless.config.mjs');
  const { preloadConfig } = await import('./build/preload.config.mjs');
  const { commandConfig } = await import('./build/command.config.mjs');
  const { sampleAppsConfig } = await import('./build/sample-apps.config.mjs');
  const { packageConfig } = await import('./build/package.config.mjs');
  const { rendererConfig } = await import('./build/renderer.config.mjs');
  const { accountConfig } = await import('./build/account.config.mjs');
  return [
    ['desktop', serverConfig(folder)],
    ['headless server', headlessConfig(folder)],
    ['preload script', preloadConfig(folder)],
    ['admin command line', commandConfig(folder, 'bin/kcadm/kcadm.ts')],
    ['tools for agents', commandConfig(folder, 'bin/mcp/mcp.ts', { minify: true })],
    ['programs of the image', commandConfig(folder, 'bin/image/image-programs.ts')],
    ['sample applications', sampleAppsConfig(folder)],
    ['exports of the package', packageConfig(folder)],
    ['window', rendererConfig(folder)],
    ['account console', accountConfig(folder)],
  ];
}

/** Replaces the previous build; a running server keeps its open files. */
function replaceDist(folder) {
  const old = `${folder}-old`;
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(folder, DIST);
  rmSync(old, { recursive: true, force: true });
}

/**
 * Builds into a separate folder and swaps it in when every part has succeeded.
 * @throws ToolError if a part does not build.
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
    // Temporary folders are private to their owner; the build is for all users.
    chmodSync(folder, 0o755);
    replaceDist(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new ToolError(
      `The build failed: ${error.message}`,
      'Fix the source named above, then run: npm run build',
      { cause: error },
    );
  }
}

/** Builds unless `dist/` is up to date. */
export async function buildIfChanged() {
  if (isBuilt()) return;
  await build();
  say('build complete');
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) await runTool(build);
