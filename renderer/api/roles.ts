// Roles of the selected realm and its clients, and the roles that users, groups and composite roles have.
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { RoleRepresentation } from '#protocol/contract/realm-representation.ts';
import type { EffectiveRoleWire, RolesPageWire, RoleWire } from '#protocol/contract/roles.ts';
import { type PlainKey, text } from '../texts/text.ts';
import { useApi, useRealm } from './api-context.tsx';
import { ApiError } from './api-error.ts';
import { clientsPath } from './clients.ts';
import { realmPath } from './realm.ts';

/** What roles can be assigned to; a composite role has associated roles. */
export interface RoleSubject {
  readonly kind: 'user' | 'group' | 'role';
  readonly id: string;
}

/** Roles on one page of a list. */
export const ROLES_PER_PAGE = 50;

/** Query key of everything about roles. */
export function rolesKey(realm: string): readonly unknown[] {
  return ['roles', realm];
}

/** Path of a realm in the API of Understudy. */
export function emulatorRealmPath(realm: string): string {
  return `/emulator/v1/realms/${encodeURIComponent(realm)}`;
}

/** Which roles a list contains. */
export interface RoleSearch {
  readonly text: string;
  /** Absent: both. */
  readonly kind?: 'realm' | 'client';
  /** A clientId; absent: all clients. */
  readonly client?: string;
  /** Counts from 1. */
  readonly page: number;
}

/** One page of roles of the realm and of all clients. */
export function useRoles({ text, kind, client, page }: RoleSearch): UseQueryResult<RolesPageWire> {
  const api = useApi();
  const [realm] = useRealm();
  const query = new URLSearchParams({
    first: String((page - 1) * ROLES_PER_PAGE),
    max: String(ROLES_PER_PAGE),
  });
  if (text.trim() !== '') query.set('text', text.trim());
  if (kind !== undefined) query.set('kind', kind);
  if (client !== undefined) query.set('client', client);
  return useQuery({
    queryKey: [...rolesKey(realm), 'page', String(query)],
    queryFn: ({ signal }) => api.get<RolesPageWire>(`${emulatorRealmPath(realm)}/roles?${query}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** Path of a role in the admin API. */
export function roleByIdPath(realm: string, id: string): string {
  return `${realmPath(realm)}/roles-by-id/${encodeURIComponent(id)}`;
}

/** A role from the server: what it is, and what its forms edit. */
export interface StoredRole extends RoleWire {
  readonly representation: RoleRepresentation;
}

export function useRole(id: string): UseQueryResult<StoredRole> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: [...rolesKey(realm), 'one', id],
    queryFn: async ({ signal }) => {
      try {
        const [role, representation] = await Promise.all([
          api.get<RoleWire>(`${emulatorRealmPath(realm)}/roles/${encodeURIComponent(id)}`, signal),
          api.get<RoleRepresentation>(roleByIdPath(realm, id), signal),
        ]);
        return { ...role, representation };
      } catch (error) {
        throw explainMissing(error, text('api:role.missing'));
      }
    },
  });
}

/** A new role; a realm role without the ID of a client. */
export interface NewRole {
  readonly clientUuid: string | undefined;
  readonly name: string;
  readonly description: string;
}

/** Creates a role. Resolves to its id. */
export function useCreateRole(): UseMutationResult<string, Error, NewRole> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ clientUuid, name, description }) => {
      const owner =
        clientUuid === undefined
          ? realmPath(realm)
          : `${clientsPath(realm)}/${encodeURIComponent(clientUuid)}`;
      await api.send('POST', `${owner}/roles`, { name, ...(description === '' ? {} : { description }) });
      const created = await api.get<RoleRepresentation>(`${owner}/roles/${encodeURIComponent(name)}`);
      return created.id ?? '';
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: rolesKey(realm) }),
  });
}

/** Saves some members of a role. */
export function useSaveRole(id: string): UseMutationResult<void, Error, Partial<RoleRepresentation>> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (part) => api.send('PUT', roleByIdPath(realm, id), part),
    onSuccess: () => queries.invalidateQueries({ queryKey: rolesKey(realm) }),
  });
}

/** The roles that a subject has, with where each comes from. */
export function useEffectiveRoles({ kind, id }: RoleSubject): UseQueryResult<readonly EffectiveRoleWire[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: [...rolesKey(realm), 'effective', kind, id],
    queryFn: ({ signal }) =>
      api.get<readonly EffectiveRoleWire[]>(
        `${emulatorRealmPath(realm)}/${kind}s/${encodeURIComponent(id)}/effective-roles`,
        signal,
      ),
  });
}

/** Roles to assign or to unassign. */
export interface RoleChange {
  readonly action: 'assign' | 'unassign';
  readonly roles: readonly Pick<RoleWire, 'id' | 'name' | 'clientUuid'>[];
}

/** The requests of a change: one for a composite role, otherwise one per owner of roles. */
function requestsOf(
  realm: string,
  { kind, id }: RoleSubject,
  roles: RoleChange['roles'],
): readonly { readonly path: string; readonly body: readonly object[] }[] {
  const bodyOf = (named: RoleChange['roles']): readonly object[] =>
    named.map((role) => ({ id: role.id, name: role.name }));
  const base = realmPath(realm);
  if (kind === 'role') return [{ path: `${roleByIdPath(realm, id)}/composites`, body: bodyOf(roles) }];
  const mappings = `${base}/${kind}s/${encodeURIComponent(id)}/role-mappings`;
  return [...new Set(roles.map(({ clientUuid }) => clientUuid))].map((owner) => ({
    path: owner === undefined ? `${mappings}/realm` : `${mappings}/clients/${encodeURIComponent(owner)}`,
    body: bodyOf(roles.filter(({ clientUuid }) => clientUuid === owner)),
  }));
}

/** A 404 in words; any other error unchanged. */
export function explainMissing(error: unknown, message: string): unknown {
  if (!(error instanceof ApiError) || error.status !== 404) return error;
  return new ApiError(404, message, { answer: error.answer, cause: error });
}

/** A selected role or the subject is gone. */
const GONE: Readonly<Record<RoleSubject['kind'], PlainKey>> = {
  user: 'api:role.subjectUser',
  group: 'api:role.subjectGroup',
  role: 'api:role.subjectRole',
};

/** Assigns roles to a subject or unassigns them. Resolves to the number of roles. */
export function useChangeRoles(subject: RoleSubject): UseMutationResult<number, Error, RoleChange> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ action, roles }) => {
      const method = action === 'assign' ? 'POST' : 'DELETE';
      try {
        for (const { path, body } of requestsOf(realm, subject, roles)) await api.send(method, path, body);
      } catch (error) {
        throw explainMissing(error, text(GONE[subject.kind]));
      }
      return roles.length;
    },
    onSettled: () =>
      Promise.all(
        [rolesKey(realm), ['groups', realm]].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}
