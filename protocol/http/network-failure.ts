// Why a call to a foreign server gave no answer, in the words of the system.

/**
 * The message at the end of an error's causes: "connect ECONNREFUSED 127.0.0.1:1" instead of "fetch failed". A name with several addresses fails
 * once for each; the first one speaks for all.
 */
export function reasonOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error && cause !== error) return reasonOfFailure(cause);
  const first = error instanceof AggregateError ? error.errors[0] : undefined;
  return first instanceof Error ? first.message : error.message;
}
