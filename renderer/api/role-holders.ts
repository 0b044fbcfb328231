// The users and groups that have a role.
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  RoleGroupsWire,
  RolePathWire,
  RoleUsersWire,
  RoleUserWire,
  RoleWire,
} from '#protocol/contract/roles.ts';
import { text } from '../texts/text.ts';
import { useApi, useRealm } from './api-context.tsx';
import { realmPath } from './realm.ts';
import { emulatorRealmPath, explainMissing, rolesKey } from './roles.ts';
import { runAll } from './run-all.ts';

export type HolderKind = 'user' | 'group';

/** A user or a group. */
export interface RoleHolder {
  readonly id: string;
  /** Username or path. */
  readonly name: string;
  /** Undefined for a group. */
  readonly user?: Pick<
    RoleUserWire,
    'firstName' | 'lastName' | 'email' | 'enabled' | 'serviceAccountClientId'
  >;
  /** Whether the role is assigned to the user or the group itself. */
  readonly direct: boolean;
  readonly paths: readonly RolePathWire[];
}

/** One page of a list. */
export interface HolderPage {
  readonly total: number;
  readonly holders: readonly RoleHolder[];
}

/** Which users or groups a list contains. */
export interface HolderSearch {
  /** `effective`: who has the role. `direct`: to whom it is assigned. `unassigned`: all others. */
  readonly filter: 'effective' | 'direct' | 'unassigned';
  readonly text: string;
  /** Counts from 1. */
  readonly page: number;
}

/** Users or groups on one page of a list. */
export const HOLDERS_PER_PAGE = 50;

function userPage({ total, users }: RoleUsersWire): HolderPage {
  const holders = users.map((user) => {
    const { id, username, direct, paths } = user;
    return { id, name: username, user, direct, paths };
  });
  return { total, holders };
}

function groupPage({ total, groups }: RoleGroupsWire): HolderPage {
  const holders = groups.map(({ id, path, direct, paths }) => ({ id, name: path, direct, paths }));
  return { total, holders };
}

/** One page of the users or groups of a role. */
export function useRoleHolders(
  roleId: string,
  kind: HolderKind,
  { filter, text, page }: HolderSearch,
): UseQueryResult<HolderPage> {
  const api = useApi();
  const [realm] = useRealm();
  const query = new URLSearchParams({
    kind: filter,
    first: String((page - 1) * HOLDERS_PER_PAGE),
    max: String(HOLDERS_PER_PAGE),
  });
  if (text.trim() !== '') query.set('text', text.trim());
  const path = `${emulatorRealmPath(realm)}/roles/${encodeURIComponent(roleId)}/${kind}s?${query}`;
  return useQuery({
    queryKey: [...rolesKey(realm), 'holders', path],
    queryFn: async ({ signal }) =>
      kind === 'user'
        ? userPage(await api.get<RoleUsersWire>(path, signal))
        : groupPage(await api.get<RoleGroupsWire>(path, signal)),
    placeholderData: keepPreviousData,
  });
}

/** Users or groups to which a role is assigned, or from which it is removed. */
export interface HolderChange {
  readonly action: 'assign' | 'unassign';
  readonly holders: readonly Pick<RoleHolder, 'id'>[];
}

/**
 * Assigns a role to users or groups, or removes it from them. Resolves to their number. Rejects with the first
 * error, after trying all of them.
 */
export function useChangeHolders(
  { id, name, clientUuid }: Pick<RoleWire, 'id' | 'name' | 'clientUuid'>,
  kind: HolderKind,
): UseMutationResult<number, Error, HolderChange> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  const owner = clientUuid === undefined ? 'realm' : `clients/${encodeURIComponent(clientUuid)}`;
  return useMutation({
    mutationFn: ({ action, holders }) =>
      runAll(holders, (holder) =>
        api.send(
          action === 'assign' ? 'POST' : 'DELETE',
          `${realmPath(realm)}/${kind}s/${encodeURIComponent(holder.id)}/role-mappings/${owner}`,
          [{ id, name }],
        ),
      ).catch((error: unknown) => {
        throw explainMissing(error, text(kind === 'user' ? 'api:role.holderUser' : 'api:role.holderGroup'));
      }),
    onSettled: () =>
      Promise.all(
        [rolesKey(realm), ['groups', realm]].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}
