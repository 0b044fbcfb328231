// Groups of the selected realm: the tree, page by page, members, and the default groups.
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { GroupMembersWire } from '#protocol/contract/group-members.ts';
import type { GroupRepresentation } from '#protocol/contract/realm-representation.ts';
import { text } from '../texts/text.ts';
import { useApi, useRealm } from './api-context.tsx';
import type { Api } from './http.ts';
import { realmPath } from './realm.ts';
import { emulatorRealmPath, explainMissing, rolesKey } from './roles.ts';
import { runAll } from './run-all.ts';
import { usersPath } from './users.ts';

/** A group from the server. */
export type StoredGroup = GroupRepresentation & {
  readonly id: string;
  readonly path: string;
  readonly subGroupCount: number;
};

/** Groups on one page of the tree, and most results of a search. */
export const GROUPS_PER_PAGE = 100;
/** Members on one page of the list. */
export const MEMBERS_PER_PAGE = 50;

function groupsPath(realm: string): string {
  return `${realmPath(realm)}/groups`;
}

export function groupPath(realm: string, id: string): string {
  return `${groupsPath(realm)}/${encodeURIComponent(id)}`;
}

/** Query key of everything about groups. */
export function groupsKey(realm: string): readonly unknown[] {
  return ['groups', realm];
}

/** One page of the groups below a group, or at the top; `page` counts from 1. */
export function groupPageQuery(
  api: Api,
  realm: string,
  parentId: string | undefined,
  page: number,
): Pick<UseQueryOptions<readonly StoredGroup[]>, 'queryKey' | 'queryFn'> {
  const query = new URLSearchParams({
    first: String((page - 1) * GROUPS_PER_PAGE),
    max: String(GROUPS_PER_PAGE),
    briefRepresentation: 'true',
  });
  const path = parentId === undefined ? groupsPath(realm) : `${groupPath(realm, parentId)}/children`;
  return {
    queryKey: [...groupsKey(realm), 'page', parentId, page],
    queryFn: ({ signal }) => api.get<readonly StoredGroup[]>(`${path}?${query}`, signal),
  };
}

/** Groups at all levels whose name contains the text; at most `GROUPS_PER_PAGE`. */
export function useGroupSearch(text: string): UseQueryResult<readonly StoredGroup[]> {
  const api = useApi();
  const [realm] = useRealm();
  const query = new URLSearchParams({
    search: text,
    populateHierarchy: 'false',
    max: String(GROUPS_PER_PAGE),
  });
  return useQuery({
    queryKey: [...groupsKey(realm), 'search', text],
    queryFn: ({ signal }) => api.get<readonly StoredGroup[]>(`${groupsPath(realm)}?${query}`, signal),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
}

/** Groups at all levels whose name contains the text; without one, those at the top. At most `GROUPS_PER_PAGE`. */
export function useGroupsByName(text: string): UseQueryResult<readonly StoredGroup[]> {
  const api = useApi();
  const [realm] = useRealm();
  const found = useGroupSearch(text);
  const top = useQuery({ ...groupPageQuery(api, realm, undefined, 1), enabled: text === '' });
  return text === '' ? top : found;
}

/** Number of groups at the top, or of those at all levels whose name contains a text. */
export function useGroupCount(text = ''): UseQueryResult<number> {
  const api = useApi();
  const [realm] = useRealm();
  const query = new URLSearchParams(text === '' ? { top: 'true' } : { search: text });
  return useQuery({
    queryKey: [...groupsKey(realm), 'count', text],
    queryFn: async ({ signal }) => {
      const answer = await api.get<{ readonly count: number }>(`${groupsPath(realm)}/count?${query}`, signal);
      return answer.count;
    },
    placeholderData: keepPreviousData,
  });
}

export function useGroup(id: string): UseQueryResult<StoredGroup> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: [...groupsKey(realm), 'one', id],
    queryFn: ({ signal }) => api.get<StoredGroup>(groupPath(realm, id), signal),
  });
}

/** The groups above a group, from the top. Not loaded without an id. */
export function useGroupAncestors(id: string | undefined): UseQueryResult<readonly StoredGroup[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: [...groupsKey(realm), 'ancestors', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const above: StoredGroup[] = [];
      let group = await api.get<StoredGroup>(groupPath(realm, id ?? ''), signal);
      while (group.parentId !== undefined) {
        group = await api.get<StoredGroup>(groupPath(realm, group.parentId), signal);
        above.unshift(group);
      }
      return above;
    },
  });
}

/** Which members of a group a list contains. */
export interface MemberSearch {
  readonly text: string;
  /** Whether members of groups below it are included. */
  readonly subgroups: boolean;
  /** Counts from 1. */
  readonly page: number;
}

export function useGroupMembers(id: string, search: MemberSearch): UseQueryResult<GroupMembersWire> {
  const api = useApi();
  const [realm] = useRealm();
  const query = new URLSearchParams({
    text: search.text.trim(),
    subgroups: String(search.subgroups),
    first: String((search.page - 1) * MEMBERS_PER_PAGE),
    max: String(MEMBERS_PER_PAGE),
  });
  const path = `${emulatorRealmPath(realm)}/groups/${encodeURIComponent(id)}/members`;
  return useQuery({
    queryKey: [...groupsKey(realm), 'members', id, search],
    queryFn: ({ signal }) => api.get<GroupMembersWire>(`${path}?${query}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** Groups that new users join. */
export function useDefaultGroups(): UseQueryResult<readonly StoredGroup[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: [...groupsKey(realm), 'default'],
    queryFn: ({ signal }) => api.get<readonly StoredGroup[]>(`${realmPath(realm)}/default-groups`, signal),
  });
}

/** A change of groups or of who is in them: it changes lists of groups, users and inherited roles. */
function useGroupChange<Input, Result = void>(
  change: (input: Input, realm: string) => Promise<Result>,
): UseMutationResult<Result, Error, Input> {
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input) => {
      try {
        return await change(input, realm);
      } catch (error) {
        throw explainMissing(error, text('api:group.missing'));
      }
    },
    onSettled: () =>
      Promise.all(
        [groupsKey(realm), rolesKey(realm), ['users', realm]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** A new group; without a parent it is at the top. */
export interface NewGroup {
  readonly name: string;
  readonly description?: string;
  readonly parentId?: string;
}

/** Creates a group. Resolves to its id. */
export function useCreateGroup(): UseMutationResult<string, Error, NewGroup> {
  const api = useApi();
  return useGroupChange(({ parentId, ...group }, realm) =>
    api.create(parentId === undefined ? groupsPath(realm) : `${groupPath(realm, parentId)}/children`, group),
  );
}

/** Saves some members of a group. */
export function useSaveGroup(
  group: StoredGroup,
): UseMutationResult<void, Error, Partial<GroupRepresentation>> {
  const api = useApi();
  return useGroupChange((part, realm) =>
    // The name is required.
    api.send('PUT', groupPath(realm, group.id), { name: group.name, ...part }),
  );
}

/** Moves a group below another one, or to the top. */
export function useMoveGroup(
  group: StoredGroup,
): UseMutationResult<void, Error, { readonly parentId: string | undefined }> {
  const api = useApi();
  const { id, name } = group;
  return useGroupChange(({ parentId }, realm) =>
    api.send('POST', parentId === undefined ? groupsPath(realm) : `${groupPath(realm, parentId)}/children`, {
      id,
      name,
    }),
  );
}

/** Users who join or leave groups. */
export interface MembershipChange {
  readonly action: 'join' | 'leave';
  readonly userIds: readonly string[];
  readonly groupIds: readonly string[];
}

/** Resolves to the number of users times groups. */
export function useChangeMembership(): UseMutationResult<number, Error, MembershipChange> {
  const api = useApi();
  return useGroupChange(({ action, userIds, groupIds }, realm) => {
    const paths = userIds.flatMap((userId) =>
      groupIds.map(
        (id) => `${usersPath(realm)}/${encodeURIComponent(userId)}/groups/${encodeURIComponent(id)}`,
      ),
    );
    return runAll(paths, (path) => api.send(action === 'join' ? 'PUT' : 'DELETE', path));
  });
}

/** Makes groups default groups, or no longer. Resolves to the number of groups. */
export function useChangeDefaultGroups(): UseMutationResult<
  number,
  Error,
  { readonly isDefault: boolean; readonly groupIds: readonly string[] }
> {
  const api = useApi();
  return useGroupChange(({ isDefault, groupIds }, realm) =>
    runAll(groupIds, (id) =>
      api.send(isDefault ? 'PUT' : 'DELETE', `${realmPath(realm)}/default-groups/${encodeURIComponent(id)}`),
    ),
  );
}
