// Loads queries again, for streams that have just been opened.
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Loads the queries below a key with requests that begin now. A first request that is already under way is cancelled,
 * because the server may have answered it before the stream was open; invalidating alone would wait for its answer.
 */
export async function reload(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}
