// Many SIGKILLs at random moments under load: after each, the server must have all it acknowledged.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount, formatMb, formatMs, median } from '../bench/statistics.mjs';
import { ADMIN_KINDS, AdminWorker, RefusedError } from './admin-worker.mjs';
import { Caller } from './caller.mjs';
import { kindOf } from './damaged-files.mjs';
import { listFilesBelow, sizeOf } from './folder-size.mjs';
import { drawKillMoment, FIRST_MOMENTS_MS, hasLeftDraft, waitForKillMoment } from './kill-moment.mjs';
import { createRandom } from './random.mjs';
import { enduranceRealm, person, REALM } from './realm.mjs';
import { pause, withServerHome } from './server.mjs';
import { SessionWorker } from './session-worker.mjs';

const SESSION_WORKERS = 4;
/** One start in this many is killed as well. */
const KILLED_STARTS = 10;
/** Further losses are counted, not described. */
const MOST_FAULTS = 20;
/** Longer than the server waits before it writes pages. */
const QUIET_MS = 7000;

function createWorkers() {
  const admins = ADMIN_KINDS.map((kind) => new AdminWorker(kind, 'a'));
  // Two workers that change the same pages at the same time.
  const more = ['client', 'user'].map((kind) => new AdminWorker(kind, 'b'));
  const sessions = Array.from({ length: SESSION_WORKERS }, (_, number) => new SessionWorker(person(number)));
  return [...admins, ...more, ...sessions];
}

class Tally {
  counts = { adminChanges: 0, signIns: 0, refreshes: 0, endings: 0 };
  /** By kind of loss. */
  losses = new Map();
  faults = [];
  readyMs = [];
  inDoubt = 0;
  /** Kills that hit the writing of pages of sessions. */
  atPages = 0;

  add(when, texts) {
    for (const text of texts) {
      if (this.faults.length < MOST_FAULTS) this.faults.push(`${when}: ${text}`);
      else if (this.faults.length === MOST_FAULTS) this.faults.push('… and more');
      const kind = /is (lost|undone)|accepted again|the server has/.exec(text)?.[0] ?? 'other';
      this.losses.set(kind, (this.losses.get(kind) ?? 0) + 1);
    }
  }

  get lost() {
    return [...this.losses.values()].reduce((sum, count) => sum + count, 0);
  }
}

/** Connects every worker and compares its records with the server. */
async function checkAll(home, workers, random, tally) {
  const found = await Promise.all(
    workers.map((worker, index) => {
      worker.caller = new Caller(home.url);
      return worker.check(worker.caller, createRandom(`${random.below(2 ** 31)}:${index}`), tally.counts);
    }),
  );
  return found.flat();
}

/** Lets every worker work until the server is killed; returns faults that even a kill does not excuse. */
async function workUntilKilled({ home, server, workers, random, tally }) {
  let killed = false;
  const faults = [];
  const running = workers.map(async (worker, index) => {
    const own = createRandom(`${random.below(2 ** 31)}:${index}`);
    try {
      while (!killed) await worker.work(worker.caller, own, tally.counts);
    } catch (error) {
      if (error instanceof RefusedError || !killed) faults.push(error.message);
      else tally.inDoubt++;
    } finally {
      worker.caller.close();
    }
  });
  const begunAt = Date.now();
  const realmFolder = join(home.dataDir, 'realms', REALM);
  await waitForKillMoment(drawKillMoment(random), realmFolder);
  killed = true;
  await server.kill();
  if (hasLeftDraft(realmFolder, begunAt)) tally.atPages++;
  await Promise.all(running);
  return faults;
}

/** The disk after a stop: bytes by kind, sessions in the pages, and journals, which should be gone. */
function describeDisk(dataDir) {
  const isOf = (kind) => (path) => kindOf(path) === kind;
  const pages = listFilesBelow(dataDir).filter(isOf('sessions'));
  return {
    total: sizeOf(dataDir),
    sessions: sizeOf(dataDir, isOf('sessions')),
    revoked: sizeOf(dataDir, isOf('revoked tokens')),
    count: pages.reduce((sum, path) => sum + JSON.parse(readFileSync(join(dataDir, path), 'utf8')).length, 0),
    journals: listFilesBelow(dataDir).filter((path) => path.endsWith('.journal')),
  };
}

function toRows(tally, sizes, disk) {
  const { counts, losses, readyMs } = tally;
  const lost = (...kinds) => kinds.reduce((sum, kind) => sum + (losses.get(kind) ?? 0), 0);
  return [
    ['SIGKILLs under load, each followed by a start', formatCount(readyMs.length)],
    ['… of them while pages of sessions were written', formatCount(tally.atPages)],
    ['acknowledged admin changes', formatCount(counts.adminChanges)],
    ['… of them lost', formatCount(lost('the server has'))],
    ['acknowledged sign-ins and refreshes', formatCount(counts.signIns + counts.refreshes)],
    ['… of them lost', formatCount(lost('is lost'))],
    ['acknowledged sign-outs and revocations', formatCount(counts.endings)],
    ['… of them undone', formatCount(lost('is undone'))],
    ['used refresh tokens that were accepted again', formatCount(lost('accepted again'))],
    ['other faults', formatCount(lost('other'))],
    ['requests in doubt (sent, killed before the answer)', formatCount(tally.inDoubt)],
    ['start after a kill to discovery, median', formatMs(median(readyMs))],
    ['start after a kill to discovery, slowest', formatMs(Math.max(...readyMs))],
    ['data directory after the first and after the last round', sizes.map(formatMb).join(', ')],
    [`… after ${QUIET_MS / 1000} s without requests and a stop`, formatMb(disk.total)],
    ['… of it sessions, revoked tokens', [disk.sessions, disk.revoked].map(formatMb).join(', ')],
    ['sessions in it, journals in it', `${formatCount(disk.count)}, ${disk.journals.length}`],
  ];
}

/** Keeps a copy of the data directory of the first failing round. */
function keepEvidence(home, round) {
  const kept = join(home.folder, `after-round-${round}`);
  cpSync(home.dataDir, kept, { recursive: true });
  return kept;
}

/** Lets the server write its pages, stops it, and describes the disk. */
async function stopQuietly(home, server, tally) {
  await pause(QUIET_MS);
  if ((await server.stop()) !== 0) tally.faults.push('the last stop did not end with exit code 0');
  const disk = describeDisk(home.dataDir);
  for (const path of disk.journals) tally.faults.push(`${path} remains after the stop`);
  return disk;
}

async function killAgainAndAgain(home, { rounds, firstRound, seed, progress }) {
  const workers = createWorkers();
  const tally = new Tally();
  const sizes = [];
  let server = await home.start();
  tally.add('before the first round', await checkAll(home, workers, createRandom(seed), tally));
  for (let round = firstRound; round < firstRound + rounds; round++) {
    const random = createRandom(`${seed}:${round}`);
    tally.add(`round ${round}`, await workUntilKilled({ home, server, workers, random, tally }));
    if (random.oneIn(KILLED_STARTS)) await home.startAndKill(random.below(FIRST_MOMENTS_MS + 1));
    server = await home.start();
    tally.readyMs.push(server.readyMs);
    const lossesBefore = tally.lost;
    tally.add(`round ${round}`, await checkAll(home, workers, random, tally));
    if (lossesBefore === 0 && tally.lost > 0) tally.faults.push(`kept: ${keepEvidence(home, round)}`);
    if (round === firstRound || round === firstRound + rounds - 1) sizes.push(sizeOf(home.dataDir));
    progress(() => `${round - firstRound + 1} of ${rounds} kills, ${tally.lost} losses`);
  }
  for (const { caller } of workers) caller.close();
  const disk = await stopQuietly(home, server, tally);
  return {
    rows: toRows(tally, sizes, disk),
    faults: tally.faults,
    summary: `${rounds} kills, ${tally.lost} losses`,
  };
}

/** Runs the scenario: `rounds` kills, starting with round `firstRound` of `seed`. */
export function runKills(options) {
  return withServerHome([enduranceRealm({ people: SESSION_WORKERS })], (home) =>
    killAgainAndAgain(home, options),
  );
}
