// Client scopes of the selected realm, and which of them are default or optional.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ClientScopeRepresentation } from '#protocol/contract/realm-representation.ts';
import { useApi, useRealm } from './api-context.tsx';
import { clientsPath } from './clients.ts';
import { realmPath } from './realm.ts';

/** A client scope from the server, which always has an id. */
export type StoredClientScope = ClientScopeRepresentation & { readonly id: string };

/** `default`: always granted. `optional`: granted on request. `none`: not available. */
export type ScopeAssignment = 'default' | 'optional' | 'none';

/** Path of a realm's client scopes. */
function clientScopesPath(realm: string): string {
  return `${realmPath(realm)}/client-scopes`;
}

export function clientScopePath(realm: string, id: string): string {
  return `${clientScopesPath(realm)}/${encodeURIComponent(id)}`;
}

export function useClientScopes(): UseQueryResult<readonly StoredClientScope[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['client-scopes', realm],
    queryFn: ({ signal }) => api.get<readonly StoredClientScope[]>(clientScopesPath(realm), signal),
  });
}

export function useClientScope(id: string): UseQueryResult<StoredClientScope> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['client-scopes', realm, id],
    queryFn: ({ signal }) => api.get<StoredClientScope>(clientScopePath(realm, id), signal),
  });
}

/** Creates a client scope. Resolves to its id. */
export function useCreateClientScope(): UseMutationResult<string, Error, ClientScopeRepresentation> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (scope) => api.create(clientScopesPath(realm), scope),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['client-scopes', realm] }),
  });
}

/** Saves some members of a client scope. */
export function useSaveClientScope(
  id: string,
): UseMutationResult<void, Error, Partial<ClientScopeRepresentation>> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (part) => api.send('PUT', clientScopePath(realm, id), part),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['client-scopes', realm] }),
  });
}

interface BriefScope {
  readonly id: string;
}

/** Paths of the two lists: a client's own, or the realm's, which apply to new clients. */
function listPaths(realm: string, clientUuid: string | undefined): { default: string; optional: string } {
  if (clientUuid === undefined) {
    const path = `${realmPath(realm)}/default-`;
    return { default: `${path}default-client-scopes`, optional: `${path}optional-client-scopes` };
  }
  const path = `${clientsPath(realm)}/${encodeURIComponent(clientUuid)}/`;
  return { default: `${path}default-client-scopes`, optional: `${path}optional-client-scopes` };
}

/** Assignments by scope id, of the client or, without one, of the realm. A missing scope is not assigned. */
export function useScopeAssignments(
  clientUuid?: string,
): UseQueryResult<ReadonlyMap<string, ScopeAssignment>> {
  const api = useApi();
  const [realm] = useRealm();
  const paths = listPaths(realm, clientUuid);
  return useQuery({
    queryKey: ['scope-assignments', realm, clientUuid],
    queryFn: async ({ signal }) => {
      const [byDefault, optional] = await Promise.all([
        api.get<readonly BriefScope[]>(paths.default, signal),
        api.get<readonly BriefScope[]>(paths.optional, signal),
      ]);
      return new Map<string, ScopeAssignment>([
        ...byDefault.map(({ id }) => [id, 'default'] as const),
        ...optional.map(({ id }) => [id, 'optional'] as const),
      ]);
    },
  });
}

/** A change of one scope's assignment. */
export interface AssignmentChange {
  readonly scopeId: string;
  readonly from: ScopeAssignment;
  readonly to: ScopeAssignment;
}

/** Changes the assignment of a scope: for the client or, without one, for new clients of the realm. */
export function useAssignScope(clientUuid?: string): UseMutationResult<void, Error, AssignmentChange> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  const paths = listPaths(realm, clientUuid);
  return useMutation({
    mutationFn: async ({ scopeId, from, to }) => {
      const id = encodeURIComponent(scopeId);
      if (to !== 'none') await api.send('PUT', `${paths[to]}/${id}`);
      else if (from !== 'none') await api.send('DELETE', `${paths[from]}/${id}`);
    },
    onSettled: () =>
      Promise.all(
        [
          ['scope-assignments', realm, clientUuid],
          ['clients', realm],
        ].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}
