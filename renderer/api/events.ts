// The realm's user events and admin events: one page of each, and clearing them.
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AdminEventWire, UserEventWire } from '#protocol/contract/events.ts';
import { useApi, useRealm } from './api-context.tsx';
import { realmPath } from './realm.ts';
import { type StoredUser, usersPath } from './users.ts';

/** Filter of user events; empty values match everything. */
export interface UserEventFilter {
  readonly type: string;
  /** clientId. */
  readonly client: string;
  /** Username. */
  readonly user: string;
}

/** Filter of admin events; empty values match everything. */
export interface AdminEventFilter {
  readonly operation: string;
  readonly resource: string;
  /** May contain `*`. */
  readonly path: string;
}

export interface EventPage<Event> {
  readonly events: readonly Event[];
  /** Whether there are older events. */
  readonly hasMore: boolean;
}

/** Events on one page of a list. */
const EVENTS_PER_PAGE = 50;
const REFRESH_MS = 5000;

/** The kind of a list, as in its path. */
type Kind = 'events' | 'admin-events';

function withoutEmpty(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value.trim() !== ''));
}

/** One page, newest first. `find` returns the query parameters; undefined: nothing can match. */
function useEventPage<Event>(
  kind: Kind,
  filter: UserEventFilter | AdminEventFilter,
  page: number,
  find: (signal: AbortSignal) => Promise<Record<string, string> | undefined>,
): UseQueryResult<EventPage<Event>> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: [kind, realm, filter, page],
    queryFn: async ({ signal }) => {
      const found = await find(signal);
      if (found === undefined) return { events: [], hasMore: false };
      const query = new URLSearchParams({
        ...withoutEmpty(found),
        first: String((page - 1) * EVENTS_PER_PAGE),
        max: String(EVENTS_PER_PAGE + 1),
      });
      const events = await api.get<readonly Event[]>(`${realmPath(realm)}/${kind}?${query}`, signal);
      return { events: events.slice(0, EVENTS_PER_PAGE), hasMore: events.length > EVENTS_PER_PAGE };
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** One page of user events; `page` counts from 1. */
export function useUserEvents(
  filter: UserEventFilter,
  page: number,
): UseQueryResult<EventPage<UserEventWire>> {
  const api = useApi();
  const [realm] = useRealm();
  return useEventPage('events', filter, page, async (signal) => {
    const { type, client } = filter;
    const username = filter.user.trim();
    if (username === '') return { type, client };
    const query = new URLSearchParams({ username, exact: 'true' });
    const [user] = await api.get<readonly StoredUser[]>(`${usersPath(realm)}?${query}`, signal);
    return user === undefined ? undefined : { type, client, user: user.id };
  });
}

/** One page of admin events; `page` counts from 1. */
export function useAdminEvents(
  filter: AdminEventFilter,
  page: number,
): UseQueryResult<EventPage<AdminEventWire>> {
  return useEventPage('admin-events', filter, page, async () => ({
    operationTypes: filter.operation,
    resourceTypes: filter.resource,
    resourcePath: filter.path.trim(),
  }));
}

/** Removes all events of a kind. */
export function useClearEvents(kind: Kind): UseMutationResult<void, Error, void> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.send('DELETE', `${realmPath(realm)}/${kind}`),
    onSettled: () => queries.invalidateQueries({ queryKey: [kind, realm] }),
  });
}
