// Where the realms of one import wait until all of them are written, so that either all are stored or none.

export interface ImportGate {
  /** Resolves when every realm has arrived. Rejects with the reason when the gate is closed before. */
  arrive(): Promise<void>;
  /** Rejects every realm that waits or arrives later; has no effect once the gate is open. */
  close(reason: unknown): void;
  readonly isOpen: boolean;
}

/** A gate for a number of realms. */
export function createImportGate(expected: number): ImportGate {
  let missing = expected;
  let isOpen = false;
  let isClosed = false;
  let open: () => void = () => undefined;
  let close: (reason: unknown) => void = () => undefined;
  const passing = new Promise<void>((resolve, reject) => {
    open = resolve;
    close = reject;
  });
  // The rejection is handled by `arrive`, which may not have been called yet.
  passing.catch(() => undefined);
  return {
    arrive() {
      missing -= 1;
      if (missing === 0 && !isClosed) {
        isOpen = true;
        open();
      }
      return passing;
    },
    close(reason) {
      isClosed = !isOpen;
      close(reason);
    },
    get isOpen() {
      return isOpen;
    },
  };
}
