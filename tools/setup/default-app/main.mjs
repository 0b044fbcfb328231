// The default application of the stand-in runtime: opens the app folder or file named on the command line.
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

/** Arguments before the app's path: switches, and modules to preload (sent by test drivers). */
function parseArguments(args) {
  const required = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index];
    if (argument === '-r' || argument === '--require') required.push(args[++index]);
    else if (argument === '-v' || argument === '--version') return { required, version: true };
    else if (!argument.startsWith('-')) return { required, path: argument };
  }
  return { required };
}

/** Sets the app's name, version and folders, as in the packaged app. */
function describeApp(folder, manifest) {
  const name = manifest.productName ?? manifest.name;
  if (name !== undefined) {
    app.setName(name);
    app.setPath('userData', join(app.getPath('appData'), name));
  }
  if (manifest.version !== undefined) app.setVersion(manifest.version);
  if (manifest.name !== undefined) app.setDesktopName(`${manifest.name}.desktop`);
  app.setAppPath(folder);
}

async function runApp(path) {
  const isFolder = statSync(path).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const manifest = isFolder ? JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) : {};
  describeApp(folder, manifest);
  const entry = isFolder ? resolve(folder, manifest.main ?? 'index.js') : path;
  await import(pathToFileURL(entry).href);
}

const { required, version, path } = parseArguments(process.argv.slice(1));
if (version === true) {
  process.stdout.write(`v${process.versions.electron}\n`);
  process.exit(0);
}
if (path === undefined) {
  process.stderr.write('usage: electron [switches] <app folder or file> [arguments]\n');
  process.exit(1);
}
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
const require = createRequire(join(process.cwd(), 'argument.js'));
for (const module of required) require(module);
// Awaited, so that 'ready' comes after the app's own modules have run.
try {
  await runApp(resolve(path));
} catch (error) {
  process.stderr.write(`${error.stack}\n`);
  app.exit(1);
}
