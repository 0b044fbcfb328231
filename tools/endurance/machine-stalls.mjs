// Stalls of the machine: a virtual machine stops for a moment when its host gives the processors to others.
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 250;
/** A timer that fires this late was delayed by the machine; no turn of the load takes that long. */
const LATE_MS = 250;
/** Share of the processors' time that the host gave to others. */
const MOST_STOLEN = 0.2;
/** Steal is counted in hundredths of a second, so its share over less time would be too coarse. */
const COUNT_EVERY_MS = 1000;

/** Total and stolen time of all processors, in hundredths of a second, from the first line of /proc/stat. */
export function readProcessorTimes(stat) {
  const [user, nice, system, idle, wait, interrupts, softInterrupts, stolen] = stat
    .slice(0, stat.indexOf('\n'))
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { total: user + nice + system + idle + wait + interrupts + softInterrupts + stolen, stolen };
}

/** Finds stalls in samples. `look` returns the stall that has just ended, in milliseconds, or undefined. */
export class StallFinder {
  #lastAt;
  #counted;

  constructor(now, times) {
    this.#lastAt = now;
    this.#counted = { at: now, ...times };
  }

  look(now, times) {
    const from = this.#lastAt;
    this.#lastAt = now;
    const isLate = now - from > LOOK_EVERY_MS + LATE_MS;
    if (!isLate && now - this.#counted.at < COUNT_EVERY_MS) return undefined;
    const before = this.#counted;
    this.#counted = { at: now, ...times };
    const share = (times.stolen - before.stolen) / Math.max(1, times.total - before.total);
    if (share > MOST_STOLEN) return { from: before.at, to: now };
    return isLate ? { from, to: now } : undefined;
  }
}

/** Watches until `stop` is called; `stalls` grows as they end, in minutes of `minute()`. */
export function watchMachine(minute) {
  const times = () => readProcessorTimes(readFileSync('/proc/stat', 'latin1'));
  const ms = () => minute() * 60_000;
  const finder = new StallFinder(ms(), times());
  const stalls = [];
  const timer = setInterval(() => {
    const stall = finder.look(ms(), times());
    if (stall !== undefined) stalls.push({ from: stall.from / 60_000, to: stall.to / 60_000 });
  }, LOOK_EVERY_MS);
  return { stalls, stop: () => clearInterval(timer) };
}
