// Runs the same request for many entries, a few at a time.

/** Requests that run at the same time. */
const AT_ONCE = 4;

/** Resolves to the number of entries. Rejects with the first error, after trying all of them. */
export async function runAll<Entry>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<unknown>,
): Promise<number> {
  const waiting = [...entries];
  const errors: unknown[] = [];
  const runWaiting = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      try {
        await work(entry);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));
  if (errors.length > 0) throw errors[0];
  return entries.length;
}
