// The headless start: runs the server's bundle with the code that V8 compiled for it when it was built. Without that, or with another V8, it is compiled anew.
const { readFileSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');

const bundle = join(__dirname, 'BUNDLE.cjs');
const wrapper = '(function (exports, require, module, __filename, __dirname) { ';

function readCompiled() {
  try {
    return readFileSync(join(__dirname, 'BUNDLE.compiled'));
  } catch {
    return undefined;
  }
}

// The bundle is ASCII, which is read and kept at half the size.
const script = new Script(`${wrapper}${readFileSync(bundle, 'latin1')}\n})`, {
  filename: bundle,
  columnOffset: -wrapper.length,
  cachedData: readCompiled(),
});
const compiledFile = process.env.UNDERSTUDY_BUILD_COMPILED;
if (compiledFile) process.once('exit', () => writeFileSync(compiledFile, script.createCachedData()));
// Parts that are loaded late require the bundle: they must get the one that runs, not run it again.
const bundleModule = new Module(bundle, module);
bundleModule.filename = bundle;
require.cache[bundle] = bundleModule;
script.runInThisContext()(
  bundleModule.exports,
  Module.createRequire(bundle),
  bundleModule,
  bundle,
  __dirname,
);
bundleModule.loaded = true;
