// Users of the selected realm.
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  CredentialRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { useApi, usePendingPaths, useRealm } from './api-context.tsx';
import type { StoredGroup } from './groups.ts';

/** A user from the server, which always has an id and a username. */
export type StoredUser = UserRepresentation & { readonly id: string; readonly username: string };

/** Users on one page of the list. */
export const USERS_PER_PAGE = 50;

export function usersPath(realm: string): string {
  return `/admin/realms/${encodeURIComponent(realm)}/users`;
}

function userPath(realm: string, id: string): string {
  return `${usersPath(realm)}/${encodeURIComponent(id)}`;
}

function infix(search: string): string {
  const words = search.trim();
  return words === '' ? '' : `*${words}*`;
}

/** One page of users, sorted by the server; `page` counts from 1. */
export function useUsers(search: string, page: number): UseQueryResult<readonly StoredUser[]> {
  const api = useApi();
  const [realm] = useRealm();
  const query = new URLSearchParams({
    first: String((page - 1) * USERS_PER_PAGE),
    max: String(USERS_PER_PAGE),
    briefRepresentation: 'true',
  });
  if (search.trim() !== '') query.set('search', infix(search));
  return useQuery({
    queryKey: ['users', realm, 'page', search, page],
    queryFn: ({ signal }) => api.get<readonly StoredUser[]>(`${usersPath(realm)}?${query}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** The users in a loaded page whose deletion is pending. */
function countPending(
  page: readonly StoredUser[] | undefined,
  realm: string,
  pending: ReadonlySet<string>,
): number {
  return (page ?? []).filter(({ id }) => pending.has(userPath(realm, id))).length;
}

/** Number of users that match a search, without those whose deletion is pending on a page that was loaded. */
export function useUserCount(search: string): number {
  const queries = useQueryClient();
  const [realm] = useRealm();
  const pending = usePendingPaths();
  const count = useServerUserCount(search).data ?? 0;
  const pages = queries.getQueriesData<readonly StoredUser[]>({ queryKey: ['users', realm, 'page', search] });
  return Math.max(
    0,
    pages.reduce((left, [, page]) => left - countPending(page, realm, pending), count),
  );
}

function useServerUserCount(search: string): UseQueryResult<number> {
  const api = useApi();
  const [realm] = useRealm();
  const query = search.trim() === '' ? '' : `?${new URLSearchParams({ search: infix(search) })}`;
  return useQuery({
    queryKey: ['users', realm, 'count', search],
    queryFn: ({ signal }) => api.get<number>(`${usersPath(realm)}/count${query}`, signal),
    placeholderData: keepPreviousData,
  });
}

export function useUser(id: string): UseQueryResult<StoredUser> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['users', realm, 'one', id],
    queryFn: ({ signal }) => api.get<StoredUser>(userPath(realm, id), signal),
  });
}

/** A credential from the server, without its secret. */
export type StoredCredential = CredentialRepresentation & { readonly id: string };

/** Key of a user's credentials. */
export function credentialsKey(realm: string, userId: string): readonly unknown[] {
  return ['users', realm, 'one', userId, 'credentials'];
}

export function credentialsPath(realm: string, userId: string): string {
  return `${userPath(realm, userId)}/credentials`;
}

/** The credentials of a user. */
export function useCredentials(id: string): UseQueryResult<readonly StoredCredential[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: credentialsKey(realm, id),
    queryFn: ({ signal }) => api.get<readonly StoredCredential[]>(credentialsPath(realm, id), signal),
  });
}

export function useUserGroups(id: string): UseQueryResult<readonly StoredGroup[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['users', realm, 'one', id, 'groups'],
    queryFn: ({ signal }) => api.get<readonly StoredGroup[]>(`${userPath(realm, id)}/groups`, signal),
  });
}

function useUserChange<Input, Result = void>(
  change: (input: Input, realm: string) => Promise<Result>,
): UseMutationResult<Result, Error, Input> {
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input) => change(input, realm),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['users', realm] }),
  });
}

/** Creates a user. Resolves to the id. */
export function useCreateUser(): UseMutationResult<string, Error, UserRepresentation> {
  const api = useApi();
  return useUserChange((user, realm) => api.create(usersPath(realm), user));
}

export function useSaveUser(id: string): UseMutationResult<void, Error, UserRepresentation> {
  const api = useApi();
  return useUserChange((user, realm) => api.send('PUT', userPath(realm, id), user));
}

/** Sets a password; a temporary one must be changed at the next sign-in. */
export function useSetPassword(
  id: string,
): UseMutationResult<void, Error, { value: string; temporary: boolean }> {
  const api = useApi();
  return useUserChange((input, realm) =>
    api.send('PUT', `${userPath(realm, id)}/reset-password`, { type: 'password', ...input }),
  );
}

/** Writes the user a message whose link leads to required actions, by their names. */
export function useSendActions(id: string): UseMutationResult<void, Error, readonly string[]> {
  const api = useApi();
  return useUserChange((actions, realm) =>
    api.send('PUT', `${userPath(realm, id)}/execute-actions-email`, actions),
  );
}

/** Ends every browser session of a user. */
export function useSignOutUser(id: string): UseMutationResult<void, Error, void> {
  const api = useApi();
  return useUserChange((_, realm) => api.send('POST', `${userPath(realm, id)}/logout`));
}
