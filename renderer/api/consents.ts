// Consents of the realm and of one user.
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { RealmConsentsWire, RealmConsentWire } from '#protocol/contract/admin-api.ts';
import type { UserConsentRepresentation } from '#protocol/contract/realm-representation.ts';
import { useApi, useRealm } from './api-context.tsx';
import { type StoredUser, usersPath } from './users.ts';

/** Consents on one page of the list. */
export const CONSENTS_PER_PAGE = 100;

/** Path to revoke a consent. */
export function consentPath(realm: string, userId: string, clientId: string): string {
  return `${usersPath(realm)}/${encodeURIComponent(userId)}/consents/${encodeURIComponent(clientId)}`;
}

/** Key of every list of consents of a realm. */
export function consentsKey(realm: string): readonly unknown[] {
  return ['consents', realm];
}

/** One page of the realm's consents, by user name; `page` counts from 1. */
export function useRealmConsents(text: string, page: number): UseQueryResult<RealmConsentsWire> {
  const api = useApi();
  const [realm] = useRealm();
  const query = new URLSearchParams({
    text: text.trim(),
    first: String((page - 1) * CONSENTS_PER_PAGE),
    max: String(CONSENTS_PER_PAGE),
  });
  return useQuery({
    queryKey: [...consentsKey(realm), 'all', text, page],
    queryFn: ({ signal }) =>
      api.get<RealmConsentsWire>(
        `/emulator/v1/realms/${encodeURIComponent(realm)}/consents?${query}`,
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

export function useUserConsents(user: StoredUser): UseQueryResult<readonly RealmConsentWire[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: [...consentsKey(realm), user.id],
    queryFn: async ({ signal }) => {
      const path = `${usersPath(realm)}/${encodeURIComponent(user.id)}/consents`;
      const rows = await api.get<readonly UserConsentRepresentation[]>(path, signal);
      return rows.map(({ grantedClientScopes = [], ...consent }) => ({
        ...consent,
        grantedClientScopes,
        userId: user.id,
        username: user.username,
      }));
    },
  });
}
