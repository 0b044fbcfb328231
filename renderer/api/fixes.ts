// Fixes of refused exchanges: preview, apply, undo.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AppliedFixWire, FixPreviewWire, FixRequestWire } from '#protocol/contract/fixes.ts';
import { useApi } from './api-context.tsx';

/** A refused exchange of a realm. */
export interface RefusedExchange {
  readonly realm: string;
  readonly id: string;
}

const realmPath = (realm: string): string => `/emulator/v1/realms/${encodeURIComponent(realm)}`;

const fixPath = ({ realm, id }: RefusedExchange): string =>
  `${realmPath(realm)}/activity/${encodeURIComponent(id)}/fix`;

/** What the fix would change now; an error if it no longer fits. */
export function useFixPreview(exchange: RefusedExchange): UseQueryResult<FixPreviewWire> {
  const api = useApi();
  const path = fixPath(exchange);
  return useQuery({
    queryKey: ['fix', path],
    queryFn: ({ signal }) => api.get<FixPreviewWire>(path, signal),
    retry: false,
    gcTime: 0,
  });
}

/** Applies the fix. A refused one is previewed again, because the settings may have changed. */
export function useApplyFix(
  exchange: RefusedExchange,
): UseMutationResult<AppliedFixWire, Error, FixRequestWire> {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body) => api.call<AppliedFixWire>('POST', fixPath(exchange), body),
    // Settings of any screen may have changed.
    onSettled: () => queries.invalidateQueries(),
  });
}

/** Returns the function that undoes an applied fix. */
export function useUndoFix(realm: string): (id: string) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return useCallback(
    async (id) => {
      await api.send('DELETE', `${realmPath(realm)}/fixes/${encodeURIComponent(id)}`);
      await queries.invalidateQueries();
    },
    [api, queries, realm],
  );
}
