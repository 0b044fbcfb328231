// Brute force protection: the lock state of a user, and unlocking.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { LockoutWire } from '#protocol/contract/admin-api.ts';
import { useApi, useRealm } from './api-context.tsx';
import { realmPath } from './realm.ts';

const REFRESH_MS = 5000;

function lockoutPath(realm: string, userId: string): string {
  return `${realmPath(realm)}/attack-detection/brute-force/users/${encodeURIComponent(userId)}`;
}

/** Failed sign-ins of a user, and whether the user is locked. */
export function useLockout(userId: string): UseQueryResult<LockoutWire> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['lockout', realm, userId],
    queryFn: ({ signal }) => api.get<LockoutWire>(lockoutPath(realm, userId), signal),
    refetchInterval: ({ state }) => (state.error === null ? REFRESH_MS : false),
  });
}

/** Unlocks a user and resets the failure count. */
export function useUnlock(userId: string): UseMutationResult<void, Error, void> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.send('DELETE', lockoutPath(realm, userId)),
    onSettled: () =>
      Promise.all(['lockout', 'users'].map((key) => queries.invalidateQueries({ queryKey: [key, realm] }))),
  });
}
