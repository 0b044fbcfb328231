// Settings of the selected realm.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { useApi, useRealm } from './api-context.tsx';

export function realmPath(realm: string): string {
  return `/admin/realms/${encodeURIComponent(realm)}`;
}

/** The selected realm's settings, without users, clients and roles. */
export function useRealmSettings(): UseQueryResult<RealmRepresentation> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['realm', realm],
    queryFn: ({ signal }) => api.get<RealmRepresentation>(realmPath(realm), signal),
  });
}

/** Sends a message to the administrator's address through a mail server; masked secrets are the stored ones. */
export function useTestMailServer(): UseMutationResult<void, Error, unknown> {
  const api = useApi();
  const [realm] = useRealm();
  return useMutation({
    mutationFn: (smtpServer) => api.send('POST', `${realmPath(realm)}/testSMTPConnection`, smtpServer),
  });
}

/** Saves some of the realm's settings. Selects the renamed realm if the name changes. */
export function useSaveRealm(): UseMutationResult<void, Error, Partial<RealmRepresentation>> {
  const api = useApi();
  const [realm, choose] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (part) => api.send('PUT', realmPath(realm), part),
    onSuccess: async (_, part) => {
      await queries.invalidateQueries({ queryKey: ['server'] });
      if (part.realm !== undefined && part.realm !== realm) choose(part.realm);
      else await queries.invalidateQueries({ queryKey: ['realm', realm] });
    },
  });
}
