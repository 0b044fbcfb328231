// Explains why a call to another server failed, in the system's words.

/**
 * The message of the innermost cause: "connect ECONNREFUSED 127.0.0.1:1" instead of "fetch failed". A name
 * with several addresses fails once per address; the first error is used.
 */
export function reasonOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error && cause !== error) return reasonOfFailure(cause);
  const first = error instanceof AggregateError ? error.errors[0] : undefined;
  return first instanceof Error ? first.message : error.message;
}
