// Whether memory, descriptors and latency stayed flat over a soak.
import { formatCount, formatMb, formatMs, median, percentile } from '../bench/statistics.mjs';

/** Shorter soaks end before as many sessions expire as begin. */
const SHORTEST_JUDGED_MINUTES = 30;
const MOST_HEAP_GROWTH = 0.05;
const MOST_MORE_DESCRIPTORS = 8;
const MOST_P99_GROWTH = 1.25;
/** Share of a window's sign-ins that must have a latency; with fewer, the window cannot be judged. */
const LEAST_JUDGED = 0.5;
/** A p99 below this is never a fault. Milliseconds. */
const P99_FLOOR_MS = 20;

/** Compared minutes: in an hour, those around minute 10 and the last four; other lengths in proportion; short
 * soaks by halves. */
function windowsFor(minutes) {
  const scaled = (from, to) => ({ from: (from * minutes) / 60, to: (to * minutes) / 60 });
  if (minutes < SHORTEST_JUDGED_MINUTES) {
    const [first, second] = [scaled(0, 30), scaled(30, 61)];
    return { memory: [first, second], latency: [first, second] };
  }
  return { memory: [scaled(8, 12), scaled(56, 61)], latency: [scaled(10, 20), scaled(50, 61)] };
}

/**
 * Latencies without those of sign-ins due during a collection, or up to `settle` before or after it. A
 * sign-in that was due earlier and is still unanswered counts, because it was slow without the collection.
 * All in minutes.
 */
export function leaveOutCollections(latencies, collections, settle) {
  return latencies.filter(
    ({ minute }) => !collections.some(({ from, to }) => minute >= from - settle && minute <= to + settle),
  );
}

/**
 * Latencies without those that a stall of the machine explains. After a stall the server works off its
 * backlog, which takes about as long as the stall. Otherwise the rule for collections applies, so that a
 * stall does not hide a hanging server. All in minutes.
 */
export function leaveOutStalls(latencies, stalls, settle) {
  const disturbed = stalls.map(({ from, to }) => ({ from, to: to + Math.max(0, to - from - settle) }));
  return leaveOutCollections(latencies, disturbed, settle);
}

const isIn = ({ from, to }, minute) => minute >= from && minute < to;

/** Medians of the samples of a window. */
function medians(samples, range) {
  const chosen = samples.filter(({ minute }) => isIn(range, minute));
  const of = (member) => median(chosen.map((sample) => sample[member]));
  return {
    heap: of('heap'),
    code: of('code'),
    buffers: of('buffers'),
    resident: of('resident'),
    descriptors: of('descriptors'),
    threads: of('threads'),
  };
}

/** `before` and `after`: medians of memory and descriptors, percentiles of latency, and the share of sign-ins
 * that these are of. */
function compare({ samples, latencies, all }, windows) {
  const [before, after] = [0, 1].map((at) => {
    const during = latencies.filter(({ minute }) => isIn(windows.latency[at], minute)).map(({ ms }) => ms);
    return {
      ...medians(samples, windows.memory[at]),
      judged: during.length / all.filter(({ minute }) => isIn(windows.latency[at], minute)).length,
      p50: percentile(during, 50),
      p99: percentile(during, 99),
    };
  });
  return { before, after };
}

function findFaults(before, after, mostDescriptors) {
  const growth = after.heap / before.heap - 1;
  const faults = [];
  // Written so that a missing figure (NaN) is a fault.
  if (!(growth <= MOST_HEAP_GROWTH))
    faults.push(`memory after full collection grew by ${(growth * 100).toFixed(1)} %`);
  // After a pause, such as a collection, many sign-ins come at once, each on a separate connection.
  if (!(after.descriptors <= Math.max(before.descriptors, mostDescriptors) + MOST_MORE_DESCRIPTORS)) {
    faults.push(`descriptors grew from ${before.descriptors} to ${after.descriptors}`);
  }
  if (!(Math.min(before.judged, after.judged) >= LEAST_JUDGED)) {
    faults.push('the host took the processors too often: more than half of a window has no latencies');
  }
  if (!(after.p99 <= Math.max(before.p99 * MOST_P99_GROWTH, P99_FLOOR_MS))) {
    faults.push(`p99 grew from ${formatMs(before.p99)} to ${formatMs(after.p99)}`);
  }
  return faults;
}

/** `minutes 10 to 20 and 50 to 60`. */
function describe([early, late], minutes) {
  const digits = minutes < 10 ? 1 : 0;
  const text = ({ from, to }) => `${from.toFixed(digits)} to ${Math.min(to, minutes).toFixed(digits)}`;
  return `minutes ${text(early)} and ${text(late)}`;
}

/**
 * Rows of the table, and faults; a soak shorter than 30 minutes is judged only by failed requests. `all` are
 * the latencies of all sign-ins, `latencies` those to judge; `mostDescriptors` is the number while every
 * connection of the load is open.
 */
export function judgeSoak(soak) {
  const windows = windowsFor(soak.minutes);
  const { before, after } = compare(soak, windows);
  const faults =
    soak.minutes >= SHORTEST_JUDGED_MINUTES ? findFaults(before, after, soak.mostDescriptors) : [];
  const [memory, latency] = [windows.memory, windows.latency].map((each) => describe(each, soak.minutes));
  const both = (format, member) => `${format(before[member])}, ${format(after[member])}`;
  const rows = [
    [`memory after full collection, ${memory}`, both(formatMb, 'heap')],
    [`… of it compiled code, ${memory}`, both(formatMb, 'code')],
    [`… of it buffers, ${memory}`, both(formatMb, 'buffers')],
    [`resident memory, ${memory}`, both(formatMb, 'resident')],
    [`descriptors, ${memory}`, both(formatCount, 'descriptors')],
    [`threads, ${memory}`, both(formatCount, 'threads')],
    [`sign-in p50, ${latency}`, both(formatMs, 'p50')],
    [`sign-in p99, ${latency}`, both(formatMs, 'p99')],
  ];
  return { rows, faults };
}
