// Gathers lines and writes them once a turn of the event loop: a burst of records costs one write and not one each.

/** Lines on their way. */
export interface LineBuffer {
  add(text: string): void;
  /** Writes what is gathered now. */
  flush(): void;
}

/** So much is written at once, whatever the turn. UTF-16 units. */
const MOST_GATHERED = 64 * 1024;

/** Makes an empty buffer; `write` must not throw. */
export function createLineBuffer(write: (text: string) => void): LineBuffer {
  let gathered = '';
  let isPlanned = false;

  function flush(): void {
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    write(text);
  }

  function flushAsPlanned(): void {
    isPlanned = false;
    flush();
  }

  return {
    add(text) {
      gathered += text;
      if (gathered.length >= MOST_GATHERED) flush();
      else if (!isPlanned) {
        isPlanned = true;
        setImmediate(flushAsPlanned);
      }
    },
    flush,
  };
}
