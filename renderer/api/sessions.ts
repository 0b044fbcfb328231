// Sessions of the selected realm: filtering and ending them, and expiring tokens.
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { EndedSessionsWire, RealmSessionsWire, RealmSessionWire } from '#protocol/contract/admin-api.ts';
import type { ClockWire } from '#protocol/contract/clock.ts';
import { useApi, usePendingPaths, useRealm } from './api-context.tsx';
import { clientsPath } from './clients.ts';
import { realmPath } from './realm.ts';

/** Filter of the list; empty values match everything. */
export interface SessionFilter {
  readonly kind: '' | 'browser' | 'offline';
  /** clientId. */
  readonly client: string;
  /** The user's id. */
  readonly user: string;
  /** Part of the username or IP address. */
  readonly text: string;
}

/** Matches every session. */
export const ANY_SESSION: SessionFilter = { kind: '', client: '', user: '', text: '' };

/** Sessions on one page of the list. */
export const SESSIONS_PER_PAGE = 100;
const REFRESH_MS = 5000;

function sessionsPath(realm: string, filter: SessionFilter, page: Record<string, string> = {}): string {
  const chosen = Object.entries({ ...filter, text: filter.text.trim() }).filter(([, value]) => value !== '');
  const query = new URLSearchParams({ ...Object.fromEntries(chosen), ...page });
  return `/emulator/v1/realms/${encodeURIComponent(realm)}/sessions?${query}`;
}

/** Path that ends one session. */
export function sessionPath(realm: string, session: Pick<RealmSessionWire, 'id' | 'offline'>): string {
  return `${realmPath(realm)}/sessions/${encodeURIComponent(session.id)}?isOffline=${session.offline}`;
}

/** One page of the matching sessions, most recently used first; `page` counts from 1. */
export function useSessions(filter: SessionFilter, page: number): UseQueryResult<RealmSessionsWire> {
  const api = useApi();
  const [realm] = useRealm();
  const bounds = { first: String((page - 1) * SESSIONS_PER_PAGE), max: String(SESSIONS_PER_PAGE) };
  return useQuery({
    queryKey: ['sessions', realm, filter, page],
    queryFn: ({ signal }) => api.get<RealmSessionsWire>(sessionsPath(realm, filter, bounds), signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** Number of sessions on all pages, without those on this page whose end is pending. */
export function useSessionTotal(page: RealmSessionsWire | undefined): number {
  const [realm] = useRealm();
  const pending = usePendingPaths();
  if (page === undefined) return 0;
  return page.total - page.sessions.filter((session) => pending.has(sessionPath(realm, session))).length;
}

/** Ends all matching sessions. Resolves to their number. */
export function useEndSessions(filter: SessionFilter): UseMutationResult<number, Error, void> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.call<EndedSessionsWire>('DELETE', sessionsPath(realm, filter))).ended,
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions', realm] }),
  });
}

/** Admin URLs of the applications that were notified. A list is absent if empty. */
interface PushedWire {
  readonly successRequests?: readonly string[];
  readonly failedRequests?: readonly string[];
}

/** How many applications with an Admin URL were notified that tokens have expired. */
export interface NotifiedApplications {
  readonly notified: number;
  readonly failed: number;
}

/** Expires all tokens issued so far, of the realm or of one client, and notifies applications. */
export function useExpireTokens(clientUuid?: string): UseMutationResult<NotifiedApplications, Error, void> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { now } = await api.get<ClockWire>(`/emulator/v1/realms/${encodeURIComponent(realm)}/clock`);
      // Tokens issued in the current second are among those issued so far.
      const notBefore = Math.floor(Date.parse(now) / 1000) + 1;
      const path =
        clientUuid === undefined
          ? realmPath(realm)
          : `${clientsPath(realm)}/${encodeURIComponent(clientUuid)}`;
      await api.send('PUT', path, { notBefore });
      const pushed = await api.call<PushedWire>('POST', `${path}/push-revocation`);
      return { notified: pushed.successRequests?.length ?? 0, failed: pushed.failedRequests?.length ?? 0 };
    },
    onSettled: () =>
      Promise.all(
        ['clients', 'realm', 'sessions'].map((key) => queries.invalidateQueries({ queryKey: [key, realm] })),
      ),
  });
}
