// Assembles the headless server: its bundle, the code that V8 compiled from it, and the entry point.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Escapes non-ASCII characters; the escapes mean the same in strings, templates and regular expressions. */
function toAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Typical first requests of a test suite, whose code is compiled ahead. */
async function visit(url) {
  const realm = `${url}/realms/demo`;
  const form = {
    grant_type: 'client_credentials',
    client_id: 'demo-service',
    client_secret: 'demo-service-secret',
  };
  const token = { method: 'POST', body: new URLSearchParams(form) };
  for (const [path, init] of [
    ['/.well-known/openid-configuration', {}],
    ['/protocol/openid-connect/token', token],
    ['/protocol/openid-connect/certs', {}],
  ]) {
    const answer = await fetch(realm + path, init);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the built server answered ${answer.status} for ${path}`);
  }
}

/** Starts the built server twice on a temporary data directory: a first start and a restart. */
async function compile(entry, compiled) {
  const work = mkdtempSync(join(tmpdir(), 'understudy-compile-'));
  const configFile = join(work, 'empty.conf');
  writeFileSync(configFile, '');
  try {
    for (let start = 0; start < 2; start++) await startOnce(entry, compiled, work, configFile);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function startOnce(entry, compiled, work, configFile) {
  const args = [
    entry,
    '--http-port=0',
    '--demo-realm=true',
    `--config-file=${configFile}`,
    `--data-dir=${join(work, 'data')}`,
  ];
  // Options in the user's environment must not affect the build.
  const environment = Object.entries(process.env).filter(([name]) => !/^(KC|UNDERSTUDY)_/.test(name));
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(environment), UNDERSTUDY_BUILD_COMPILED: compiled },
  });
  let output = '';
  let visited;
  const read = (chunk) => {
    output += chunk;
    const url = /Listening on: (\S+)/.exec(output)?.[1];
    if (url === undefined || visited !== undefined) return;
    visited = visit(url).finally(() => child.kill('SIGTERM'));
    visited.catch(() => undefined);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => {
      if (visited === undefined) failed(new Error(`the built server did not start:\n${output}`));
      else visited.then(() => done(code), failed);
    });
  });
}

/** Late-loaded parts require the bundle by its name at build time. */
function nameBundleInChunks(folder, name) {
  for (const file of readdirSync(folder).filter((chunk) => chunk.endsWith('.cjs'))) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('../bundle.cjs', `../${name}.cjs`));
  }
}

/** Finishes `folder`/main/bundle.cjs, which Vite wrote. Its name contains its hash, so compiled code never
 * meets another bundle. */
export async function finishHeadless(folder) {
  const main = join(folder, 'main');
  const code = toAscii(readFileSync(join(main, 'bundle.cjs'), 'utf8'));
  const name = `server-${createHash('sha256').update(code).digest('hex').slice(0, 12)}`;
  writeFileSync(join(main, `${name}.cjs`), code);
  rmSync(join(main, 'bundle.cjs'));
  nameBundleInChunks(join(main, 'chunks'), name);
  const entry = readFileSync(join(import.meta.dirname, 'headless.cjs'), 'utf8').replaceAll('BUNDLE', name);
  writeFileSync(join(main, 'headless.cjs'), entry);
  writeFileSync(join(main, 'headless.js'), "import './headless.cjs';\n");
  const unfinished = join(main, 'compiled');
  await compile(join(main, 'headless.cjs'), unfinished);
  // On Windows, a process ended by a signal writes nothing.
  if (process.platform !== 'win32') renameSync(unfinished, join(main, `${name}.compiled`));
}
