// Each kind of file of a data directory damaged in every way: the server starts, the rest works, and the log names the file.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Caller } from './caller.mjs';
import { appliesTo, DAMAGES, expectationsOf, kindOf, pickFiles } from './damaged-files.mjs';
import { createRandom } from './random.mjs';
import { enduranceRealm, OTHER_REALM, otherRealm, person, REALM } from './realm.mjs';
import { pause, ServerHome } from './server.mjs';
import { formatMs } from './statistics.mjs';

/** Sessions of the template: more than one page of them. */
const SESSIONS = 300;
const LATE_SESSIONS = 11;

/** Files below a folder, as paths with slashes. */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
}

/** Signs in `count` times, and revokes some of the access tokens. */
async function signInMany(caller, count) {
  for (let number = 0; number < count; number++) {
    const { status, json } = await caller.passwordGrant(person(0));
    if (status !== 200) throw new Error(`sign-in for the template: ${status}`);
    if (number % 10 === 0) await caller.revoke(json.access_token);
  }
}

/** Fills a data directory with everything that is kept, and kills the server: what only a killed one leaves is there, too. */
async function createTemplate(home) {
  const server = await home.start();
  const [caller, other] = [REALM, OTHER_REALM].map((realm) => new Caller(home.url, realm));
  await signInMany(caller, SESSIONS);
  await signInMany(other, 1);
  // Time for the pages: until then sessions are in the journal alone.
  await pause(6000);
  // Acknowledged a moment before the end: these are still where changes go first.
  await signInMany(caller, LATE_SESSIONS);
  for (const each of [caller, other]) each.close();
  await server.kill();
  const template = join(home.folder, 'template');
  cpSync(home.dataDir, template, { recursive: true });
  return template;
}

/** Bytes of a file; undefined when there is none, or a folder. */
function readIfFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path) : undefined;
}

function findCopy(dataDir, path, content) {
  return listFiles(dataDir).find(
    (each) =>
      each !== path &&
      statSync(join(dataDir, each)).size === content.length &&
      readFileSync(join(dataDir, each)).equals(content),
  );
}

function judgeFile({ file }, dataDir, path, damaged) {
  if (damaged === undefined || file === undefined) return [];
  const now = readIfFile(join(dataDir, path));
  if (file === 'kept')
    return now?.equals(damaged) === true ? [] : ['the damaged file is no longer as it was'];
  if (now?.equals(damaged) === true) return ['the damaged file is not set aside'];
  // Two damaged files may have the same content; that one of them is there is enough.
  return findCopy(dataDir, path, damaged) === undefined ? ['the damaged file is gone, not set aside'] : [];
}

function judgeLog({ named, once }, log, path) {
  if (!named) return [];
  const lines = log.split('\n').filter((line) => / (ERROR|FATAL) /.test(line) && line.includes(path));
  if (lines.length === 0) return ['no ERROR line names the file'];
  return once && lines.length > 1 ? [`${lines.length} ERROR lines name the file instead of one`] : [];
}

/** Faults of one realm's discovery and sign-in. */
async function judgeRealm(home, realm, { discovery, signIn }) {
  const caller = new Caller(home.url, realm);
  const faults = [];
  for (const [name, send, allowed] of [
    ['discovery', () => caller.discovery(), discovery],
    ['sign-in', () => caller.passwordGrant(person(0)), signIn],
  ]) {
    const { status, body } = await send();
    if (!allowed.includes(status)) {
      faults.push(`${name} of ${realm}: ${status} instead of ${allowed.join(' or ')}: ${body.slice(0, 160)}`);
    }
  }
  caller.close();
  return faults;
}

const WORKS = { discovery: [200], signIn: [200] };

/** What must hold of each realm that is asked, when `realm` has the damaged file. */
function realmsToJudge(realm, expected) {
  const others = [REALM, OTHER_REALM].filter((each) => each !== realm).map((each) => [each, WORKS]);
  return realm === undefined ? others : [[realm, expected], ...others];
}

/** Starts with one damaged file; gives the faults and how long the start took. */
async function tryDamage(home, { path, realm }, { name, damage }, random) {
  const target = join(home.dataDir, path);
  damage(target, random);
  const damaged = readIfFile(target);
  const expected = expectationsOf(kindOf(path), name);
  home.clearLog();
  const server = await home.start();
  const faults = [];
  for (const [each, must] of realmsToJudge(realm, expected))
    faults.push(...(await judgeRealm(home, each, must)));
  const code = await server.stop();
  if (code !== 0) faults.push(`stop: exit code ${code}`);
  faults.push(...judgeFile(expected, home.dataDir, path, damaged));
  faults.push(...judgeLog(expected, home.log(), path));
  return { faults, readyMs: server.readyMs };
}

/** Puts the template back and tries one damage; a start that fails is a fault. */
async function runCase(home, template, file, damage, random) {
  rmSync(home.dataDir, { recursive: true, force: true });
  cpSync(template, home.dataDir, { recursive: true });
  try {
    return await tryDamage(home, file, damage, random);
  } catch (error) {
    await home.killAll();
    return { faults: [error.message.slice(0, 300)], readyMs: 0 };
  }
}

/** The realm whose folder a file is in; undefined for a file of no realm. */
function realmOf(template, path) {
  const [, folder] = /^realms\/([^/]+)\//.exec(path) ?? [];
  if (folder === undefined) return undefined;
  return JSON.parse(readFileSync(join(template, 'realms', folder, 'realm.json'), 'utf8')).realm.realm;
}

/** One realm's files, the realm file of `master`, and the files of no realm, with their realms. */
function chooseFiles(template) {
  return pickFiles(listFiles(template))
    .map((path) => ({ path, realm: realmOf(template, path) }))
    .filter(
      ({ path, realm }) =>
        realm === undefined || realm === REALM || (realm === 'master' && kindOf(path) === 'realm'),
    );
}

function toRow(kind, results) {
  const failed = results.filter(({ faults }) => faults.length > 0).length;
  const slowest = Math.max(...results.map(({ readyMs }) => readyMs));
  return [
    `${kind}: damages, with faults, slowest start`,
    `${results.length}, ${failed}, ${formatMs(slowest)}`,
  ];
}

/** Runs the scenario; `quick`: three damages of each file. */
export async function runDamage({ quick, seed, progress }) {
  const home = await ServerHome.create([enduranceRealm({ people: 1 }), otherRealm()]);
  const template = await createTemplate(home);
  const random = createRandom(seed);
  const isRoot = process.getuid?.() === 0;
  const damages = DAMAGES.filter(({ unlessRoot }) => !(unlessRoot && isRoot)).filter(
    (_, index) => !quick || index % 3 === 0,
  );
  const faults = [];
  const byKind = new Map();
  for (const file of chooseFiles(template)) {
    const { path } = file;
    for (const damage of damages.filter((each) => appliesTo(each, kindOf(path)))) {
      const result = await runCase(home, template, file, damage, random);
      faults.push(...result.faults.map((fault) => `${path}, ${damage.name}: ${fault}`));
      const kind = kindOf(path);
      byKind.set(kind, [...(byKind.get(kind) ?? []), result]);
      progress(() => `${path}, ${damage.name}; ${faults.length} faults so far`);
    }
  }
  const rows = [...byKind].map(([kind, results]) => toRow(kind, results));
  if (isRoot) rows.push(['file that cannot be read', 'not run: root reads every file']);
  if (faults.length === 0) home.remove();
  else if (existsSync(home.dataDir)) rmSync(home.dataDir, { recursive: true, force: true });
  return { rows, faults, summary: `${[...byKind.values()].flat().length} damages, ${faults.length} faults` };
}
