// Damages each kind of file in every way: the server must start, the rest work, and the log name the file.
import { cpSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { killServers } from '../bench/process.mjs';
import { formatMs } from '../bench/statistics.mjs';
import { Caller, sidOf } from './caller.mjs';
import { appliesTo, DAMAGES, expectationsOf, KIND_NAMES, kindOf, pickFiles } from './damaged-files.mjs';
import { listFilesBelow } from './folder-size.mjs';
import { createRandom } from './random.mjs';
import { enduranceRealm, OTHER_REALM, otherRealm, person, REALM } from './realm.mjs';
import { pause, withServerHome } from './server.mjs';

/** Sessions of the template: a page has 256. */
const SESSIONS = 256;
const MORE_SESSIONS = 44;
const LATE_SESSIONS = 11;

/** The sign-in of each group whose session is refreshed later; the first one's access token is revoked. */
const SAMPLED = 1;

/** Signs in `count` times and revokes some access tokens; returns the session that is refreshed later. */
async function signInMany(caller, realm, count) {
  let sampled;
  for (let number = 0; number < count; number++) {
    const { status, json } = await caller.passwordGrant(person(0));
    if (status !== 200) throw new Error(`sign-in for the template: ${status}`);
    if (number % 10 === 0) await caller.revoke(json.access_token);
    if (number === Math.min(SAMPLED, count - 1)) sampled = json;
  }
  return { realm, sid: sidOf(sampled), token: sampled.refresh_token };
}

/** Fills a data directory with every kind of file, including those that only a killed server leaves. */
async function createTemplate(home) {
  const server = await home.start();
  const [caller, other] = [REALM, OTHER_REALM].map((realm) => new Caller(home.url, realm));
  const sessions = [
    // The first page of sessions, then the one after it.
    await signInMany(caller, REALM, SESSIONS),
    await signInMany(caller, REALM, MORE_SESSIONS),
    await signInMany(other, OTHER_REALM, 1),
  ];
  // Wait for the pages: until then, sessions are in the journal only.
  await pause(6000);
  // Acknowledged just before the kill, so these are in the journal only.
  sessions.push(await signInMany(caller, REALM, LATE_SESSIONS));
  for (const each of [caller, other]) each.close();
  await server.kill();
  const folder = join(home.folder, 'template');
  cpSync(home.dataDir, folder, { recursive: true });
  return { folder, sessions };
}

/** Bytes of a file; undefined for a missing file, a folder, or a file that this user may not read. */
function readIfFile(path) {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === 'EACCES') return undefined;
    throw error;
  }
}

function findCopy(dataDir, path, content) {
  return listFilesBelow(dataDir).find(
    (each) =>
      each !== path &&
      statSync(join(dataDir, each)).size === content.length &&
      readFileSync(join(dataDir, each)).equals(content),
  );
}

function judgeFolder(file, target) {
  const isThere = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
  if (file === 'kept') return isThere ? [] : ['the folder in its place is gone'];
  return isThere ? ['the folder in its place is not set aside'] : [];
}

/** Damages that leave no content to compare. */
const WITHOUT_CONTENT = ['deleted', 'not readable'];

/** `damaged` is the file's content; undefined for a folder in its place. */
function judgeFile({ file }, { dataDir, path, damage, damaged }) {
  const target = join(dataDir, path);
  if (file === undefined || WITHOUT_CONTENT.includes(damage)) return [];
  if (damaged === undefined) return judgeFolder(file, target);
  const now = readIfFile(target);
  if (file === 'kept')
    return now?.equals(damaged) === true ? [] : ['the damaged file is no longer as it was'];
  if (now?.equals(damaged) === true) return ['the damaged file is not set aside'];
  // Two damaged files may have the same content; one copy is enough.
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

/** Expected responses of each realm when `realm` has the damaged file. */
function realmsToJudge(realm, expected) {
  const others = [REALM, OTHER_REALM].filter((each) => each !== realm).map((each) => [each, WORKS]);
  return realm === undefined ? others : [[realm, expected], ...others];
}

/** Refreshes sessions that are not in the damaged file, in realms that must be served. */
function sessionsToRefresh(sessions, content, judged) {
  const served = judged.filter(([, { signIn }]) => signIn.join() === '200').map(([realm]) => realm);
  return sessions.filter(({ realm, sid }) => served.includes(realm) && !content.includes(sid));
}

async function judgeSessions(home, sessions) {
  const faults = [];
  for (const { realm, token } of sessions) {
    const caller = new Caller(home.url, realm);
    const { status, body } = await caller.refresh(token);
    caller.close();
    if (status !== 200)
      faults.push(`refresh of a session that is not in the file, of ${realm}: ${status} ${body}`);
  }
  return faults;
}

/** Checks that the server is ready, whatever is damaged. */
async function judgeHealth(home) {
  const caller = new Caller(home.url);
  const { status } = await caller.send('GET', '/health/ready');
  caller.close();
  return status === 200 ? [] : [`/health/ready: ${status}`];
}

/** Starts with one damaged file; returns the faults and the duration of the start. */
async function tryDamage(home, { path, realm }, { name, damage }, { random, sessions }) {
  const target = join(home.dataDir, path);
  const content = readFileSync(target, 'utf8');
  damage(target, random);
  const damaged = readIfFile(target);
  const expected = expectationsOf(kindOf(path), name);
  home.clearLog();
  const server = await home.start();
  const judged = realmsToJudge(realm, expected);
  const faults = await judgeHealth(home);
  for (const [each, must] of judged) faults.push(...(await judgeRealm(home, each, must)));
  faults.push(...(await judgeSessions(home, sessionsToRefresh(sessions, content, judged))));
  const code = await server.stop();
  if (code !== 0) faults.push(`stop: exit code ${code}`);
  faults.push(...judgeFile(expected, { dataDir: home.dataDir, path, damage: name, damaged }));
  faults.push(...judgeLog(expected, home.log(), path));
  return { faults, readyMs: server.readyMs };
}

/** Keeps a copy of the data directory after a damage with faults. */
function keepEvidence(home, path, damage) {
  const name = `${basename(path)}, ${damage.name}`.replaceAll(/[^a-z0-9.]+/gi, '-');
  const kept = join(home.folder, name);
  cpSync(home.dataDir, kept, { recursive: true });
  return `kept: ${kept}`;
}

/** Restores the template and tries one damage; a failed start is a fault. */
async function runCase(home, template, file, damage, random) {
  rmSync(home.dataDir, { recursive: true, force: true });
  cpSync(template.folder, home.dataDir, { recursive: true });
  const { sessions } = template;
  const result = await tryDamage(home, file, damage, { random, sessions }).catch(async (error) => {
    await killServers();
    return { faults: [error.message.slice(0, 300)], readyMs: 0 };
  });
  if (result.faults.length > 0) result.faults.push(keepEvidence(home, file.path, damage));
  return result;
}

/** The realm whose folder contains a file; undefined if there is none. */
function realmOf(template, path) {
  const [, folder] = /^realms\/([^/]+)\//.exec(path) ?? [];
  if (folder === undefined) return undefined;
  return JSON.parse(readFileSync(join(template, 'realms', folder, 'realm.json'), 'utf8')).realm.realm;
}

/** The files to damage, with their realms: one realm's, the realm file of `master`, and all others. */
function chooseFiles(template) {
  return pickFiles(listFilesBelow(template).sort())
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
    `${KIND_NAMES[kind]}: damages, with faults, slowest start`,
    `${results.length}, ${failed}, ${formatMs(slowest)}`,
  ];
}

async function damageEverything(home, { quick, seed, progress }) {
  const template = await createTemplate(home);
  const random = createRandom(seed);
  const isRoot = process.getuid?.() === 0;
  const damages = DAMAGES.filter(({ unlessRoot }) => !(unlessRoot && isRoot)).filter(
    (_, index) => !quick || index % 3 === 0,
  );
  const faults = [];
  const byKind = new Map();
  for (const file of chooseFiles(template.folder)) {
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
  return { rows, faults, summary: `${[...byKind.values()].flat().length} damages, ${faults.length} faults` };
}

/** Runs the scenario; with `quick`, only three damages of each file. */
export function runDamage(options) {
  return withServerHome([enduranceRealm({ people: 1 }), otherRealm()], (home) =>
    damageEverything(home, options),
  );
}
