// Runs the headless server's bundle with the code that V8 compiled at build time. If it is missing or from
// another V8, V8 compiles as usual. The command `mcp` is a program of its own.
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

function runServer() {
  // The bundle is ASCII, which V8 keeps at one byte per character.
  const script = new Script(`${wrapper}${readFileSync(bundle, 'latin1')}\n})`, {
    filename: bundle,
    columnOffset: -wrapper.length,
    cachedData: readCompiled(),
  });
  const compiledFile = process.env.UNDERSTUDY_BUILD_COMPILED;
  if (compiledFile) process.once('exit', () => writeFileSync(compiledFile, script.createCachedData()));
  // Late-loaded parts require the bundle. They must get the running one instead of running it again.
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
}

if (process.argv[2] === 'mcp') require('./mcp.cjs');
else runServer();
