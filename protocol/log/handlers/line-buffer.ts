// Buffers lines and writes them once per turn of the event loop: a burst of records costs a single write.

export interface LineBuffer {
  add(text: string): void;
  /** Writes the buffered lines immediately. */
  flush(): void;
}

/** The buffer is flushed early at this size, in UTF-16 units. */
const MAX_BUFFERED = 64 * 1024;

/** `write` must not throw. */
export function createLineBuffer(write: (text: string) => void): LineBuffer {
  let buffered = '';
  let isScheduled = false;

  function flush(): void {
    if (buffered === '') return;
    const text = buffered;
    buffered = '';
    write(text);
  }

  return {
    add(text) {
      buffered += text;
      if (buffered.length >= MAX_BUFFERED) flush();
      else if (!isScheduled) {
        isScheduled = true;
        setImmediate(() => {
          isScheduled = false;
          flush();
        });
      }
    },
    flush,
  };
}
