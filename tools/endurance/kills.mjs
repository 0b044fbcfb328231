// Many SIGKILLs at random moments under load: after each the server starts, and knows everything that it acknowledged.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_KINDS, AdminWorker, RefusedError } from './admin-worker.mjs';
import { Caller } from './caller.mjs';
import { sizeOf } from './folder-size.mjs';
import { createRandom } from './random.mjs';
import { enduranceRealm, person } from './realm.mjs';
import { pause, ServerHome } from './server.mjs';
import { SessionWorker } from './session-worker.mjs';
import { formatCount, formatMb, formatMs, median } from './statistics.mjs';

const SESSION_WORKERS = 4;
/** The kill comes at most this long after the work has begun. */
const LATEST_KILL_MS = 400;
/** One start in so many is killed itself. */
const KILLED_STARTS = 10;
/** Losses that are told in full. */
const MOST_FAULTS = 20;

function createWorkers() {
  const admins = ADMIN_KINDS.map((kind) => new AdminWorker(kind, 'a'));
  // Two that write the same pages at once.
  const more = ['client', 'user'].map((kind) => new AdminWorker(kind, 'b'));
  const sessions = Array.from({ length: SESSION_WORKERS }, (_, number) => new SessionWorker(person(number)));
  return [...admins, ...more, ...sessions];
}

/** What happened so far. */
class Tally {
  counts = { adminChanges: 0, signIns: 0, refreshes: 0, endings: 0 };
  /** By kind of loss. */
  losses = new Map();
  faults = [];
  readyMs = [];
  inDoubt = 0;

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

/** Connects every worker and compares what it knows with the server. */
async function checkAll(home, workers, random, tally) {
  const found = await Promise.all(
    workers.map((worker, index) => {
      worker.caller = new Caller(home.url);
      return worker.check(worker.caller, createRandom(`${random.below(2 ** 31)}:${index}`), tally.counts);
    }),
  );
  return found.flat();
}

/** Lets every worker work until the server is killed; returns what may not happen, killed or not. */
async function workUntilKilled(server, workers, random, tally) {
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
  await pause(random.below(LATEST_KILL_MS + 1));
  killed = true;
  await server.kill();
  await Promise.all(running);
  return faults;
}

function toRows(tally, sizes) {
  const { counts, losses, readyMs } = tally;
  const lost = (...kinds) => kinds.reduce((sum, kind) => sum + (losses.get(kind) ?? 0), 0);
  return [
    ['SIGKILLs under load, each followed by a start', formatCount(readyMs.length)],
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
  ];
}

/** Keeps the data directory as the failing round found it, once. */
function keepEvidence(home, round) {
  const kept = join(home.folder, `after-round-${round}`);
  cpSync(home.dataDir, kept, { recursive: true });
  return kept;
}

/** Runs the scenario; `rounds` kills beginning with the round `firstRound` of `seed`. */
export async function runKills({ rounds, firstRound, seed, progress }) {
  const home = await ServerHome.create([enduranceRealm({ people: SESSION_WORKERS })]);
  const workers = createWorkers();
  const tally = new Tally();
  const sizes = [];
  let server = await home.start();
  tally.add('before the first round', await checkAll(home, workers, createRandom(seed), tally));
  for (let round = firstRound; round < firstRound + rounds; round++) {
    const random = createRandom(`${seed}:${round}`);
    tally.add(`round ${round}`, await workUntilKilled(server, workers, random, tally));
    if (random.oneIn(KILLED_STARTS)) await home.startAndKill(random.below(LATEST_KILL_MS + 1));
    server = await home.start();
    tally.readyMs.push(server.readyMs);
    const lossesBefore = tally.lost;
    tally.add(`round ${round}`, await checkAll(home, workers, random, tally));
    if (lossesBefore === 0 && tally.lost > 0) tally.faults.push(`kept: ${keepEvidence(home, round)}`);
    if (round === firstRound || round === firstRound + rounds - 1) sizes.push(sizeOf(home.dataDir));
    progress(() => `${round - firstRound + 1} of ${rounds} kills, ${tally.lost} losses`);
  }
  for (const { caller } of workers) caller.close();
  if ((await server.stop()) !== 0) tally.faults.push('the last stop did not end with exit code 0');
  if (tally.faults.length === 0) home.remove();
  return {
    rows: toRows(tally, sizes),
    faults: tally.faults,
    summary: `${rounds} kills, ${tally.lost} losses`,
  };
}
