// Realm roles and role mappings of users.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { MappingsRepresentation } from '#protocol/contract/admin-api.ts';
import type { RoleRepresentation } from '#protocol/contract/realm-representation.ts';
import { useApi, useRealm } from './api-context.tsx';
import { usersPath } from './users.ts';

export function useRealmRoles(): UseQueryResult<readonly RoleRepresentation[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['roles', realm],
    queryFn: ({ signal }) =>
      api.get<readonly RoleRepresentation[]>(`/admin/realms/${encodeURIComponent(realm)}/roles`, signal),
  });
}

/** Roles mapped directly to a user. */
export function useRoleMappings(userId: string): UseQueryResult<MappingsRepresentation> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['users', realm, 'one', userId, 'roles'],
    queryFn: ({ signal }) =>
      api.get<MappingsRepresentation>(
        `${usersPath(realm)}/${encodeURIComponent(userId)}/role-mappings`,
        signal,
      ),
  });
}

/** A change of role mappings: realm roles, or roles of the client with `clientUuid`. */
export interface RoleChange {
  readonly clientUuid?: string;
  readonly added: readonly RoleRepresentation[];
  readonly removed: readonly RoleRepresentation[];
}

/** Adds and removes role mappings of a user. */
export function useChangeRoles(userId: string): UseMutationResult<void, Error, RoleChange> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ clientUuid, added, removed }) => {
      const owner = clientUuid === undefined ? 'realm' : `clients/${encodeURIComponent(clientUuid)}`;
      const path = `${usersPath(realm)}/${encodeURIComponent(userId)}/role-mappings/${owner}`;
      if (added.length > 0) await api.send('POST', path, added);
      if (removed.length > 0) await api.send('DELETE', path, removed);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['users', realm, 'one', userId, 'roles'] }),
  });
}
