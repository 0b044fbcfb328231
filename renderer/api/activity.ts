// Activity: the list, kept current by the live stream, and single records on demand.
import {
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ActivityPage, ActivityRecord, ActivitySummary } from '#protocol/contract/activity.ts';
import { addToPage } from './activity-page.ts';
import { useApi } from './api-context.tsx';
import { followStream } from './follow-stream.ts';
import type { Api } from './http.ts';
import { reload } from './reload.ts';

const PATH = '/emulator/v1/activity';
const KEY = ['activity'] as const;
const BACKGROUND_KEY = ['activity-background'] as const;

function addRecords(
  queries: QueryClient,
  queryKey: readonly string[],
  records: readonly ActivitySummary[],
): void {
  queries.setQueryData<ActivityPage>(queryKey, (page) =>
    page === undefined ? page : addToPage(page, records),
  );
}

/** The exchanges in the server's memory but background requests, newest first. */
export function useActivity(): UseQueryResult<ActivityPage> {
  const api = useApi();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get<ActivityPage>(`${PATH}?limit=2000`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Background requests in the server's memory, newest first, kept current while `enabled`. */
export function useBackgroundActivity(enabled: boolean): UseQueryResult<ActivityPage> {
  const api = useApi();
  const queries = useQueryClient();
  useEffect(() => {
    if (!enabled) return;
    return followStream<ActivitySummary>(api, `${PATH}/stream?background=only`, {
      onOpen: () => reload(queries, BACKGROUND_KEY),
      onEvents: (records) => addRecords(queries, BACKGROUND_KEY, records),
      onBreak: () => undefined,
    });
  }, [api, queries, enabled]);
  return useQuery({
    queryKey: BACKGROUND_KEY,
    enabled,
    queryFn: ({ signal }) => api.get<ActivityPage>(`${PATH}?background=only&limit=1000`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** One exchange with all details; `reveal` includes its secrets. */
export function useActivityRecord(id: string | undefined, reveal: boolean): UseQueryResult<ActivityRecord> {
  const api = useApi();
  return useQuery({
    queryKey: ['activity-record', id, reveal],
    enabled: id !== undefined,
    queryFn: ({ signal }) => loadRecord(api, id ?? '', reveal, signal),
    // A record never changes. One with secrets is not kept in memory.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: reveal ? 0 : 60_000,
    retry: false,
  });
}

/** Loads one exchange with all details. */
export function loadRecord(
  api: Api,
  id: string,
  reveal: boolean,
  signal?: AbortSignal,
): Promise<ActivityRecord> {
  return api.get<ActivityRecord>(`${PATH}/${encodeURIComponent(id)}${reveal ? '?reveal=true' : ''}`, signal);
}

/** Keeps the list current while mounted and reconnects when the stream breaks. Returns whether it is live. */
export function useActivityStream(): boolean {
  const api = useApi();
  const queries = useQueryClient();
  const [live, setLive] = useState(false);
  useEffect(
    () =>
      followStream<ActivitySummary>(api, `${PATH}/stream`, {
        onOpen: async () => {
          await reload(queries, KEY);
          setLive(true);
        },
        onEvents: (records) => addRecords(queries, KEY, records),
        onBreak: () => setLive(false),
      }),
    [api, queries],
  );
  return live;
}

/** Deletes every exchange. */
export function useClearActivity(): UseMutationResult<void, Error, void> {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.send('DELETE', PATH),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: BACKGROUND_KEY });
      await queries.invalidateQueries({ queryKey: KEY });
    },
  });
}

/** Marks the refusals as seen, which clears the count on the rail. */
export function useMarkSeen(): UseMutationResult<void, Error, void> {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.send('POST', `${PATH}/seen`),
    onSuccess: () =>
      queries.setQueryData<ActivityPage>(KEY, (page) =>
        page === undefined ? page : { ...page, refusals: 0 },
      ),
  });
}
