// Enabling and disabling clients and users of a list.
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from './api-context.tsx';
import { runAll } from './run-all.ts';

/** Entries by path in the admin API, and whether to enable or to disable them. */
export interface EnabledChange {
  readonly paths: readonly string[];
  readonly enabled: boolean;
}

/**
 * Changes only `enabled` of each entry, and reloads the lists below `queryKey`. Resolves to the number of
 * changed entries. Rejects with the first error, after trying all of them.
 */
export function useSetEnabled(queryKey: readonly unknown[]): UseMutationResult<number, Error, EnabledChange> {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ paths, enabled }) =>
      runAll(paths, async (path) => {
        const entry = await api.get<Record<string, unknown>>(path);
        await api.send('PUT', path, { ...entry, enabled });
      }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}
