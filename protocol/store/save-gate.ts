// When a response may be sent: once the changes of its request are saved.

/** Delays a response until the changes of its request are saved. */
export interface SaveGate {
  /** Called before the request is handled. */
  mark(): number;
  /**
   * Called before the response is sent. Resolves when all revocations since the mark survive a power failure,
   * or rejects with a StorageError. Undefined: nothing to wait for.
   */
  settle(mark: number): Promise<void> | undefined;
}
