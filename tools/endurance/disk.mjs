// A disk that becomes full or read-only: what the server answers, what it keeps, how it recovers.
import { StartError } from '../bench/process.mjs';
import { formatMs } from '../bench/statistics.mjs';
import { BrokenDisk, whyNoDisk } from './broken-disk.mjs';
import { Caller } from './caller.mjs';
import { enduranceRealm, OTHER_REALM, otherRealm, person } from './realm.mjs';
import { pause, withServerHome } from './server.mjs';

/** Longer than the server keeps a journal open after a change: a disk with files that are open for writing
 * cannot become read-only. */
const JOURNAL_CLOSED_MS = 7000;
const JOURNAL_FLUSHED_MS = 1000;

/** Disk failures and how to repair them. `waitMs`: idle time of the server before the failure. */
const CASES = [
  {
    name: 'full disk',
    waitMs: JOURNAL_FLUSHED_MS,
    breakIt: (disk) => disk.fill(),
    // On a full disk, the last block of the journal can still be filled.
    fillJournal: signOutUntilRefused,
    mend: (disk) => disk.empty(),
  },
  {
    name: 'read-only disk',
    waitMs: JOURNAL_CLOSED_MS,
    breakIt: (disk) => disk.makeReadOnly(),
    mend: (disk) => disk.makeWritable(),
  },
  {
    name: 'read-only folder, open journal',
    waitMs: JOURNAL_FLUSHED_MS,
    breakIt: (disk) => disk.coverReadOnly(),
    mend: (disk) => disk.uncover(),
  },
];

/** The server must save changes again within this time after the repair. */
const RECOVERY_LIMIT_MS = 15_000;
/** Failed saves are retried within this time. */
const SETTLE_MS = 6000;
/** A block of 4 KB has room for fewer sign-outs than this. */
const MOST_SIGN_OUTS = 150;
/** Words that name the cause and the place. */
const CLEAR = /disk|space|data directory|read-only|saved|written/i;
/** A stack trace, or a path of the data directory. */
const RAW = /\n\s+at |ENOSPC|EROFS/;

const succeeds = ({ status }) => status >= 200 && status < 300;

/** Requests that need no disk. */
const READS = [
  ['discovery', (caller) => caller.discovery()],
  ['client_credentials', (caller) => caller.serviceToken()],
  [
    'first token of a realm that has no keys yet',
    (caller) => new Caller(caller.url, OTHER_REALM).serviceToken(),
  ],
  ['userinfo', (caller, { kept }) => caller.userinfo(kept.access_token)],
  ['introspection', (caller, { kept }) => caller.introspect(kept.access_token)],
  ['list of clients', (caller) => caller.admin('GET', '/clients')],
];

/** Requests that change something. `accepted` records what an acknowledgement promises; `token` must be
 * unaffected by a refusal. */
const WRITES = [
  {
    name: 'creation of a client',
    send: (caller) => caller.admin('POST', '/clients', { clientId: 'while-broken' }),
  },
  {
    name: 'creation of a user',
    send: (caller) => caller.admin('POST', '/users', { username: 'while-broken' }),
  },
  { name: 'change of the realm', send: (caller) => caller.admin('PUT', '', { displayName: 'while broken' }) },
  {
    name: 'password grant',
    send: (caller) => caller.passwordGrant(person(0)),
    accepted: (facts, { json }) => facts.working.push(['password grant', json.refresh_token]),
  },
  {
    name: 'sign-in by form',
    send: (caller) => caller.signInByForm(person(1)),
    accepted: (facts, { json }) => facts.working.push(['sign-in by form', json.refresh_token]),
  },
  {
    name: 'refresh',
    send: (caller, { refreshed }) => caller.refresh(refreshed.refresh_token),
    token: ({ refreshed }) => refreshed.refresh_token,
    accepted: (facts, { json }) => facts.working.push(['refresh', json.refresh_token]),
  },
  {
    name: 'sign-out',
    send: (caller, { ended }) => caller.signOut(ended.refresh_token),
    token: ({ ended }) => ended.refresh_token,
    accepted: (facts) => facts.refused.push(['sign-out', facts.ended.refresh_token]),
  },
  {
    name: 'revocation',
    send: (caller, { revoked }) => caller.revoke(revoked.refresh_token),
    token: ({ revoked }) => revoked.refresh_token,
    accepted: (facts) => facts.refused.push(['revocation', facts.revoked.refresh_token]),
  },
];

async function signIn(caller, number) {
  const answer = await caller.passwordGrant(person(number));
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.body}`);
  return answer.json;
}

/** Signs in and out until a sign-out is rejected. */
async function signOutUntilRefused(caller) {
  for (let number = 0; number < MOST_SIGN_OUTS; number++) {
    const { refresh_token: token } = await signIn(caller, 0);
    if (!succeeds(await caller.signOut(token))) return;
  }
  throw new Error(`${MOST_SIGN_OUTS} sign-outs were saved on a full disk`);
}

/** Prepares sessions, and records what must work later, what must fail, and what refusals must not change. */
async function prepare(caller, waitMs) {
  const facts = { working: [], refused: [], unchanged: [] };
  for (const [number, name] of ['kept', 'refreshed', 'ended', 'revoked'].entries()) {
    facts[name] = await signIn(caller, number % 2);
  }
  facts.working.push(['session of before', facts.kept.refresh_token]);
  const created = await caller.admin('POST', '/clients', { clientId: 'before' });
  if (created.status !== 201) throw new Error(`client before the disk breaks: ${created.status}`);
  await pause(waitMs);
  return facts;
}

/** Faults of an answer that was not acknowledged. */
function judgeRefusal(name, { status, body }) {
  if (status === 500) return [`${name}: 500 ${body.slice(0, 200)}`];
  if (RAW.test(body)) return [`${name}: the answer shows the system's error: ${body.slice(0, 200)}`];
  return CLEAR.test(body) ? [] : [`${name}: ${status} does not say why: ${body.slice(0, 200)}`];
}

/** Sends all requests while the disk is broken. */
async function tryEverything(caller, facts) {
  const faults = [];
  const refusals = [];
  const statuses = [];
  for (const [name, send] of READS) {
    const answer = await send(caller, facts);
    if (!succeeds(answer))
      faults.push(`${name} needs no disk: ${answer.status} ${answer.body.slice(0, 200)}`);
  }
  for (const { name, send, accepted, token } of WRITES) {
    const answer = await send(caller, facts);
    statuses.push(`${name} ${answer.status}`);
    if (succeeds(answer)) accepted?.(facts, answer);
    else {
      refusals.push(...judgeRefusal(name, answer));
      if (token !== undefined) facts.unchanged.push([name, token(facts)]);
    }
  }
  const served = `${READS.length - faults.length} of ${READS.length} are served`;
  return { faults: [...faults, ...refusals], served, statuses };
}

/** Milliseconds until a change is acknowledged again. */
async function untilSaved(caller) {
  const startedAt = performance.now();
  for (let number = 0; performance.now() - startedAt < RECOVERY_LIMIT_MS; number++) {
    const { status } = await caller.admin('POST', '/clients', { clientId: `after-${number}` });
    if (status === 201) return performance.now() - startedAt;
    await pause(200);
  }
  throw new Error(`nothing is saved ${RECOVERY_LIMIT_MS / 1000} s after the disk was repaired`);
}

/** Everything changeable, as the admin API shows it. */
async function describeRealm(caller) {
  const { json: realm } = await caller.admin('GET', '');
  const clients = (await caller.admin('GET', '/clients')).json.map(({ clientId }) => clientId);
  const users = (await caller.admin('GET', '/users?max=1000')).json.map(({ username }) => username);
  return JSON.stringify([realm.displayName, clients.sort(), users.sort()]);
}

/** Checks that refusals changed nothing: their tokens still work, and must work after the kill. */
async function checkUnchanged(caller, { unchanged, working }) {
  const faults = [];
  for (const [name, token] of unchanged) {
    const { status, body, json } = await caller.refresh(token);
    if (status === 200) working.push([`session whose ${name} was refused`, json.refresh_token]);
    else faults.push(`${name}: was refused, and its token no longer works: ${status} ${body.slice(0, 200)}`);
  }
  return faults;
}

async function checkTokens(caller, { working, refused }) {
  const faults = [];
  for (const [name, token] of refused) {
    if ((await caller.refresh(token)).status === 200) faults.push(`${name}: was acknowledged, and is undone`);
  }
  for (const [name, token] of working) {
    const { status, body } = await caller.refresh(token);
    if (status !== 200) faults.push(`${name}: was acknowledged, and is lost: ${status} ${body}`);
  }
  return faults;
}

/** Starts on a broken disk: the start must work or give the reason. */
async function tryStart(home) {
  try {
    const server = await home.start();
    const code = await server.stop();
    return { text: 'starts', faults: code === 0 ? [] : [`stop on a broken disk: exit code ${code}`] };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const isClear = CLEAR.test(error.output) && !/\n\s+at /.test(error.output);
    return {
      text: 'refused, with the reason',
      faults: isClear ? [] : [`start on a broken disk: ${error.message}`],
    };
  }
}

/** Breaks and repairs the disk under a server, kills the server, and compares the state. */
async function breakAndMend(home, disk, { breakIt, fillJournal, mend, waitMs }) {
  let server = await home.start();
  let caller = new Caller(home.url);
  const facts = await prepare(caller, waitMs);
  breakIt(disk);
  await fillJournal?.(caller);
  const { faults, served, statuses } = await tryEverything(caller, facts);
  mend(disk);
  const recoveryMs = await untilSaved(caller);
  faults.push(...(await checkUnchanged(caller, facts)));
  await pause(SETTLE_MS);
  const before = await describeRealm(caller);
  caller.close();
  await server.kill();
  server = await home.start();
  caller = new Caller(home.url);
  const after = await describeRealm(caller);
  if (after !== before)
    faults.push(`the state after the kill differs from the state before it: ${before} ${after}`);
  faults.push(...(await checkTokens(caller, facts)));
  caller.close();
  if ((await server.stop()) !== 0) faults.push('the stop did not end with exit code 0');
  breakIt(disk);
  const start = await tryStart(home);
  mend(disk);
  const last = await home.start();
  if ((await last.stop()) !== 0) faults.push('the last stop did not end with exit code 0');
  return { faults: [...faults, ...start.faults], served, statuses, recoveryMs, start: start.text };
}

async function runCase(one) {
  const disk = new BrokenDisk();
  const realms = [enduranceRealm({ people: 2 }), otherRealm()];
  try {
    return await withServerHome(realms, (home) => breakAndMend(home, disk, one), disk.dataDir);
  } finally {
    disk.remove();
  }
}

/** Runs the scenario. */
export async function runDisk() {
  const notRun = whyNoDisk();
  if (notRun !== undefined) return { notRun };
  const rows = [];
  const faults = [];
  const kept = [];
  for (const one of CASES) {
    const found = await runCase(one);
    if (found.kept !== undefined) kept.push(found.kept);
    faults.push(...found.faults.map((fault) => `${one.name}: ${fault}`));
    rows.push(
      [`${one.name}: requests that need no disk`, found.served],
      [`${one.name}: other requests`, found.statuses.join(', ')],
      [`${one.name}: time from repair to a saved change, without a restart`, formatMs(found.recoveryMs)],
      [`${one.name}: a start on it`, found.start],
    );
  }
  return {
    rows,
    faults,
    kept: kept.length === 0 ? undefined : kept.join(', '),
    summary: `${CASES.map(({ name }) => name).join('; ')}: ${faults.length} faults`,
  };
}
