// Sign-ins at a fixed rate for a long time: memory, descriptors and latency must stay flat.
import { loadavg } from 'node:os';
import { formatCount, formatMb, formatMs, median, percentile } from '../bench/statistics.mjs';
import { Caller } from './caller.mjs';
import { sizeOf } from './folder-size.mjs';
import { watchMachine } from './machine-stalls.mjs';
import { startMeasured } from './process-facts.mjs';
import { createRandom } from './random.mjs';
import { enduranceRealm, person } from './realm.mjs';
import { pause, withServerHome } from './server.mjs';
import { judgeSoak, leaveOutCollections, leaveOutStalls } from './soak-verdict.mjs';

const PER_SECOND = 50;
const PEOPLE = 20;
/** Sign-ins that are due while all connections are busy wait, which counts as latency. */
const CONNECTIONS = 64;
/** How often memory is collected and measured; more often in shorter soaks. */
const samplesEveryMs = (minutes) => Math.max(2000, Math.min(20_000, minutes * 1000));
/** Sign-ins due within this time before or after a collection or a stall are left out of the latencies. */
const SETTLE_MS = 500;
/** Further faults are counted, not described. */
const MOST_FAULTS = 10;

/**
 * Lifespan of sessions and limit of sign-ins, so that well before minute 10 as many sessions end as begin.
 * Seconds; in proportion for a shorter soak.
 */
function lifespanFor(minutes) {
  return Math.max(10, Math.round(Math.min(300, minutes * 5)));
}

/** Sends sign-ins when they are due, whether or not earlier ones were answered. */
class Load {
  latencies = [];
  faults = [];
  counts = { signIns: 0, saml: 0, refreshes: 0, signOuts: 0, failed: 0 };
  #random;
  #free;
  /** Sign-ins that wait for a connection, in order. */
  #waiting = [];
  #running = new Set();
  #startedAt = performance.now();
  #isStopped = false;

  constructor(url, seed) {
    this.#free = Array.from({ length: CONNECTIONS }, () => new Caller(url));
    this.#random = createRandom(seed);
  }

  get minute() {
    return (performance.now() - this.#startedAt) / 60_000;
  }

  async run(minutes) {
    // Node accepts one connection per turn, so many new connections would distort the measurement.
    for (const caller of this.#free) await caller.discovery();
    this.#startedAt = performance.now();
    const total = Math.round(minutes * 60 * PER_SECOND);
    for (let number = 0; number < total && !this.#isStopped; number++) {
      const due = this.#startedAt + (number * 1000) / PER_SECOND;
      const wait = due - performance.now();
      if (wait > 0) await pause(wait);
      const arrival = this.#arrive(due).finally(() => this.#running.delete(arrival));
      this.#running.add(arrival);
    }
    await Promise.all(this.#running);
    for (const caller of this.#free) caller.close();
  }

  /** Stops sending sign-ins. */
  stop() {
    this.#isStopped = true;
  }

  /** Runs one user's requests, starting at `due`; never rejects. */
  async #arrive(due) {
    const caller = this.#free.pop() ?? (await new Promise((done) => this.#waiting.push(done)));
    try {
      await this.#signIn(caller, due);
    } catch (error) {
      // The next sign-in opens a new connection.
      caller.close();
      this.counts.failed++;
      if (this.faults.length < MOST_FAULTS)
        this.faults.push(`minute ${this.minute.toFixed(1)}: ${error.message}`);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(caller);
      else next(caller);
    }
  }

  async #signIn(caller, due) {
    const user = person(this.#random.below(PEOPLE));
    if (this.#random.oneIn(10)) {
      await caller.signInBySaml(user);
      this.#record(due);
      this.counts.saml++;
      return;
    }
    const [refreshes, looks, signsOut] = [2, 2, 3].map((count) => this.#random.oneIn(count));
    let tokens = this.#expect(await caller.signInByForm(user), 200, 'sign-in').json;
    this.#record(due);
    this.counts.signIns++;
    if (looks) this.#expect(await caller.userinfo(tokens.access_token), 200, 'userinfo');
    if (refreshes) {
      tokens = this.#expect(await caller.refresh(tokens.refresh_token), 200, 'refresh').json;
      this.counts.refreshes++;
    }
    if (signsOut) {
      this.#expect(await caller.signOut(tokens.refresh_token), 204, 'sign-out');
      this.counts.signOuts++;
    }
  }

  #expect(answer, status, what) {
    if (answer.status !== status) throw new Error(`${what}: ${answer.status} ${answer.body.slice(0, 200)}`);
    return answer;
  }

  #record(due) {
    this.latencies.push({ minute: (due - this.#startedAt) / 60_000, ms: performance.now() - due });
  }
}

/** Signs each user in once, because the first sign-in in a process computes the slow password hash. */
async function warmUp(url) {
  const caller = new Caller(url);
  for (let number = 0; number < PEOPLE; number++) await caller.signInByForm(person(number));
  await caller.signInBySaml(person(0));
  caller.close();
}

/** Collects and measures until `isOver`. `collections` are their starts and ends, in minutes. */
async function sample(server, load, { everyMs, samples, collections, isOver }) {
  for (;;) {
    for (let waited = 0; waited < everyMs && !isOver(); waited += 500) await pause(500);
    const from = load.minute;
    const found = await server.measure();
    collections.push({ from, to: load.minute });
    samples.push({ minute: load.minute, busy: loadavg()[0], ...found });
    if (isOver()) return;
  }
}

function describeProgress(load, samples) {
  const recent = load.latencies.filter(({ minute }) => minute > load.minute - 1).map(({ ms }) => ms);
  const none = { heap: 0, code: 0, buffers: 0, resident: 0, descriptors: 0 };
  const { heap, code, buffers, resident, descriptors } = samples.at(-1) ?? none;
  return [
    `minute ${load.minute.toFixed(0)}`,
    `${load.counts.failed} failed`,
    `p50 ${formatMs(percentile(recent, 50))}, p99 ${formatMs(percentile(recent, 99))}`,
    `memory after collection ${formatMb(heap)} (code ${formatMb(code)}, buffers ${formatMb(buffers)}), resident ${formatMb(resident)}`,
    `${descriptors} descriptors`,
  ].join(', ');
}

/** Length of all stalls in milliseconds. */
const total = (stalls) => stalls.reduce((sum, { from, to }) => sum + (to - from) * 60_000, 0);

function toRows({ load, minutes, samples, stalls, judged, verdictRows, diskBytes }) {
  const { signIns, saml, refreshes, signOuts, failed } = load.counts;
  return [
    ['length, rate', `${minutes} minutes, ${PER_SECOND} sign-ins a second`],
    ['sign-ins by code and PKCE, by SAML POST', `${formatCount(signIns)}, ${formatCount(saml)}`],
    ['refreshes, sign-outs', `${formatCount(refreshes)}, ${formatCount(signOuts)}`],
    ['failed', formatCount(failed)],
    ['stalls of the machine, together', `${formatCount(stalls.length)}, ${formatMs(total(stalls))}`],
    [
      'sign-ins around a collection or a stall, without a latency',
      formatCount(load.latencies.length - judged.length),
    ],
    ...verdictRows,
    ['data directory at the end', formatMb(diskBytes)],
    ["the machine's load average, median", median(samples.map(({ busy }) => busy)).toFixed(1)],
  ];
}

/** Sends the load and measures meanwhile; resolves when both are finished. */
async function loadAndMeasure(server, load, minutes, progress) {
  const [samples, collections] = [[], []];
  let over = false;
  const isOver = () => over;
  const timer = setInterval(() => progress(() => describeProgress(load, samples)), 1000);
  const machine = watchMachine(() => load.minute);
  const running = load.run(minutes).finally(() => {
    over = true;
  });
  try {
    const everyMs = samplesEveryMs(minutes);
    await Promise.all([running, sample(server, load, { everyMs, samples, collections, isOver })]);
  } finally {
    load.stop();
    machine.stop();
    clearInterval(timer);
  }
  return { samples, collections, stalls: machine.stalls };
}

async function soak(home, { minutes, seed, progress }) {
  const server = await startMeasured(home);
  await warmUp(home.url);
  const { descriptors: idle } = await server.measure();
  const load = new Load(home.url, seed);
  const { samples, collections, stalls } = await loadAndMeasure(server, load, minutes, progress);
  const settle = SETTLE_MS / 60_000;
  const judged = leaveOutStalls(leaveOutCollections(load.latencies, collections, settle), stalls, settle);
  const { rows: verdictRows, faults } = judgeSoak({
    minutes,
    samples,
    latencies: judged,
    all: load.latencies,
    mostDescriptors: idle + CONNECTIONS,
  });
  const diskBytes = sizeOf(home.dataDir);
  const found = [...load.faults, ...faults];
  if ((await server.stop()) !== 0) found.push('the stop did not end with exit code 0');
  const summary = `${minutes} minutes, ${load.counts.failed} failed`;
  return {
    rows: toRows({ load, minutes, samples, stalls, judged, verdictRows, diskBytes }),
    faults: found,
    summary,
  };
}

/** Runs the scenario. */
export function runSoak(options) {
  const seconds = lifespanFor(options.minutes);
  const lifespans = {
    ssoSessionIdleTimeout: seconds,
    ssoSessionMaxLifespan: seconds,
    accessTokenLifespan: 60,
    accessCodeLifespanLogin: seconds,
  };
  return withServerHome([enduranceRealm({ people: PEOPLE, ...lifespans })], (home) => soak(home, options));
}
