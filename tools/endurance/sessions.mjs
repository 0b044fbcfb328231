// Very many sessions: their memory and disk usage, and stop, start and kill with them.

import { formatCount, formatMb, formatMs } from '../bench/statistics.mjs';
import { Caller } from './caller.mjs';
import { sizeOf } from './folder-size.mjs';
import { startMeasured } from './process-facts.mjs';
import { enduranceRealm, person, WEB } from './realm.mjs';
import { pause, withServerHome } from './server.mjs';

const PEOPLE = 20;
const CONNECTIONS = 16;
/** Sessions that are refreshed later. */
const SAMPLED = 200;
/** The limit for a stop. */
const MOST_STOP_MS = 5000;
const DAY_SECONDS = 86_400;
/** After this time the server has written its pages and removed the journal. */
const PAGES_WRITTEN_MS = 7000;

/** Signs in `count` times; returns some refresh tokens and the rates of the first and the last tenth. */
async function signInMany(home, count, { connections, progress }) {
  const tokens = [];
  const times = [];
  let next = 0;
  const work = async () => {
    const caller = new Caller(home.url);
    while (next < count) {
      const number = next++;
      const answer = await caller.passwordGrant(person(number % PEOPLE));
      if (answer.status !== 200) throw new Error(`sign-in ${number}: ${answer.status} ${answer.body}`);
      times.push(performance.now());
      if (number % Math.ceil(count / SAMPLED) === 0) tokens.push(answer.json.refresh_token);
      progress(() => `${formatCount(number)} of ${formatCount(count)} sessions`);
    }
    caller.close();
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, work));
  const tenth = Math.floor(count / 10);
  return {
    tokens,
    firstRate: (tenth * 1000) / (times[tenth - 1] - startedAt),
    lastRate: (tenth * 1000) / (times[count - 1] - times[count - 1 - tenth]),
  };
}

/** Refreshes each session; returns the newer tokens, the time of the first answer, and the refusals. */
async function refreshAll(home, tokens) {
  const caller = new Caller(home.url);
  const startedAt = performance.now();
  let firstMs;
  const newer = [];
  const refusals = [];
  for (const token of tokens) {
    const answer = await caller.refresh(token);
    firstMs ??= performance.now() - startedAt;
    if (answer.status === 200) newer.push(answer.json.refresh_token);
    else refusals.push(`refresh of an old session: ${answer.status} ${answer.body.slice(0, 200)}`);
  }
  caller.close();
  return { newer, firstMs, refusals: [...new Set(refusals)] };
}

/** The number of sessions in the admin API. */
async function countSessions(home) {
  const caller = new Caller(home.url);
  const { status, body, json } = await caller.admin('GET', '/client-session-stats');
  caller.close();
  if (status !== 200) throw new Error(`number of sessions: ${status} ${body}`);
  return Number(json.find(({ clientId }) => clientId === WEB.client_id)?.active ?? 0);
}

async function timeStop(server) {
  const startedAt = performance.now();
  const code = await server.stop();
  return { code, ms: performance.now() - startedAt };
}

/** Every session must survive the stop and the kill, not only those that are refreshed. */
function judgeCounts([before, afterStop, afterKill], expected) {
  const faults = [];
  if (before !== expected) faults.push(`${before} sessions are counted, but ${expected} were created`);
  if (afterStop !== before) faults.push(`${afterStop} of ${before} sessions exist after the stop`);
  if (afterKill !== before) faults.push(`${afterKill} of ${before} sessions exist after the kill`);
  return faults;
}

async function fillAndRestart(home, { count, progress }) {
  const first = await startMeasured(home);
  // Each user once, because the first sign-in in a process computes the slow password hash.
  await signInMany(home, PEOPLE, { connections: 1, progress });
  const empty = await first.measure();
  const { tokens, firstRate, lastRate } = await signInMany(home, count, {
    connections: CONNECTIONS,
    progress,
  });
  const full = await first.measure();
  const counts = [await countSessions(home)];
  await pause(PAGES_WRITTEN_MS);
  const diskBytes = sizeOf(home.dataDir);
  const stop = await timeStop(first);

  const second = await startMeasured(home);
  const afterStop = await refreshAll(home, tokens);
  const loaded = await second.measure();
  counts.push(await countSessions(home));
  await second.kill();
  const third = await home.start();
  const afterKill = await refreshAll(home, afterStop.newer);
  counts.push(await countSessions(home));
  const lastStop = await timeStop(third);

  const faults = [...afterStop.refusals, ...afterKill.refusals.map((text) => `after a kill: ${text}`)];
  faults.push(...judgeCounts(counts, PEOPLE + count));
  for (const { code, ms } of [stop, lastStop]) {
    if (code !== 0 || ms > MOST_STOP_MS) faults.push(`stop: exit code ${code} after ${formatMs(ms)}`);
  }
  const each = (bytes) => `${(bytes / count / 1024).toFixed(2)} KB a session`;
  const rows = [
    ['sessions', formatCount(count)],
    ['sign-ins a second, first and last tenth', `${formatCount(firstRate)}, ${formatCount(lastRate)}`],
    ['memory after full collection, before and after', `${formatMb(empty.heap)}, ${formatMb(full.heap)}`],
    ['… difference', each(full.heap - empty.heap)],
    ['resident memory, before and after', `${formatMb(empty.resident)}, ${formatMb(full.resident)}`],
    ['data directory', `${formatMb(diskBytes)}, ${each(diskBytes)}`],
    ['stop', formatMs(stop.ms)],
    ['start again to discovery', formatMs(second.readyMs)],
    ['… then to the first refresh of an old session', formatMs(afterStop.firstMs)],
    [
      'memory after that start and a full collection',
      `${formatMb(loaded.heap)}, resident ${formatMb(loaded.resident)}`,
    ],
    ['start after SIGKILL to discovery', formatMs(third.readyMs)],
    [
      `old sessions that refresh after the stop, after the kill (of ${tokens.length})`,
      `${afterStop.newer.length}, ${afterKill.newer.length}`,
    ],
    ['sessions counted before the stop, after it, after the kill', counts.map(formatCount).join(', ')],
  ];
  return { rows, faults, summary: `${formatCount(count)} sessions` };
}

/** Runs the scenario with `count` sessions. */
export function runSessions(options) {
  const lifespans = { ssoSessionIdleTimeout: DAY_SECONDS, ssoSessionMaxLifespan: DAY_SECONDS };
  return withServerHome([enduranceRealm({ people: PEOPLE, ...lifespans })], (home) =>
    fillAndRestart(home, options),
  );
}
