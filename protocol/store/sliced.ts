// Long work in slices, so that the server answers other requests in between.
import { setImmediate } from 'node:timers/promises';

/** Work on many items that can pause at each `yield`. */
export type Sliced<Result> = Generator<void, Result, void>;

/** Items of one slice, unless they are unusually large: a few milliseconds of work. */
export const SLICE_ITEMS = 256;

/** Does all of the work before anything else runs. */
export function runAtOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Lets other work run after each slice. @throws the reason of `signal` when it is aborted in between. */
export async function runInSlices<Result>(work: Sliced<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted();
    const step = work.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}

/** Calls `each` with every item, and yields after each slice. `done` receives how many items are done. */
export function* inSlices<Item>(
  items: Iterable<Item>,
  each: (item: Item, index: number) => void,
  done: (count: number) => void = () => undefined,
): Sliced<void> {
  let index = 0;
  for (const item of items) {
    each(item, index);
    index += 1;
    if (index % SLICE_ITEMS !== 0) continue;
    done(index);
    yield;
  }
  done(index);
}
