// Creates, duplicates, resets and deletes realms as a whole.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { DuplicateWire, RealmOriginWire } from '#protocol/contract/imports.ts';
import { useApi } from './api-context.tsx';
import { realmPath } from './realm.ts';

const emulatorPath = (realm: string): string => `/emulator/v1/realms/${encodeURIComponent(realm)}`;

interface RealmWork {
  /** Waits until the list of realms is loaded again. */
  readonly reload: () => Promise<void>;
}

function useReload(): RealmWork['reload'] {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['server'] });
}

/** Creates a realm with Keycloak's defaults. */
export function useCreateRealm(): UseMutationResult<void, Error, string> {
  const api = useApi();
  const reload = useReload();
  return useMutation({
    mutationFn: (realm) => api.send('POST', '/admin/realms', { realm, enabled: true }),
    onSuccess: reload,
  });
}

/** Duplicates `original` as `realm`. */
export function useDuplicateRealm(): UseMutationResult<
  DuplicateWire,
  Error,
  { readonly original: string; readonly realm: string }
> {
  const api = useApi();
  const reload = useReload();
  return useMutation({
    mutationFn: ({ original, realm }) => api.call('POST', `${emulatorPath(original)}/duplicates`, { realm }),
    onSuccess: reload,
  });
}

/** Deletes a realm. The list of realms still has it: the console selects another realm first. */
export function useDeleteRealm(): UseMutationResult<void, Error, string> {
  const api = useApi();
  return useMutation({ mutationFn: (realm) => api.send('DELETE', realmPath(realm)) });
}

/** Resets a realm to its origin. Everything that is loaded may have changed. */
export function useResetRealm(): UseMutationResult<void, Error, string> {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (realm) => api.send('POST', `${emulatorPath(realm)}/reset`),
    onSuccess: () => queries.invalidateQueries(),
  });
}

/** What a reset goes back to. */
export function useRealmOrigin(realm: string): UseQueryResult<RealmOriginWire> {
  const api = useApi();
  return useQuery({
    queryKey: ['origin', realm],
    queryFn: ({ signal }) => api.get<RealmOriginWire>(`${emulatorPath(realm)}/origin`, signal),
    staleTime: 0,
  });
}
