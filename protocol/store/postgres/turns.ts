// Lets the changes of one thing follow each other in this process, so that they do not occupy connections while they wait.

/** Runs work in turns by name. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` after the earlier work of this name, whatever became of that. */
  async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const result = before.then(work, work);
    const settled = result.catch(() => undefined);
    this.#last.set(name, settled);
    try {
      return await result;
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    }
  }
}
