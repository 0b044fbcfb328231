// Clients of the selected realm.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { useApi, useRealm } from './api-context.tsx';

/** A client from the server, which always has an id. */
export type StoredClient = ClientRepresentation & { readonly id: string };

export function clientsPath(realm: string): string {
  return `/admin/realms/${encodeURIComponent(realm)}/clients`;
}

export function useClients(): UseQueryResult<readonly StoredClient[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['clients', realm],
    queryFn: ({ signal }) => api.get<readonly StoredClient[]>(clientsPath(realm), signal),
  });
}

export function useClient(id: string): UseQueryResult<StoredClient> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['clients', realm, id],
    queryFn: ({ signal }) => api.get<StoredClient>(`${clientsPath(realm)}/${encodeURIComponent(id)}`, signal),
  });
}

/** Creates a client. Resolves to its id. */
export function useCreateClient(): UseMutationResult<string, Error, ClientRepresentation> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (client) => api.create(clientsPath(realm), client),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['clients', realm] }),
  });
}

export function useSaveClient(id: string): UseMutationResult<void, Error, ClientRepresentation> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (client) => api.send('PUT', `${clientsPath(realm)}/${encodeURIComponent(id)}`, client),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['clients', realm] }),
  });
}

/** Generates a new client secret. The old one stops working immediately. */
export function useRotateSecret(id: string): UseMutationResult<{ value: string }, Error, void> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.call<{ value: string }>('POST', `${clientsPath(realm)}/${encodeURIComponent(id)}/client-secret`),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['clients', realm] }),
  });
}
