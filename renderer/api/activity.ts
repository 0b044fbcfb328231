// Activity: the list kept up to date by the live stream, one record on demand, and the marks a person sets.
import {
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

const PATH = '/emulator/v1/activity';
const KEY = ['activity'] as const;

/** The exchanges that the server remembers, newest first. */
export function useActivity(): UseQueryResult<ActivityPage> {
  const api = useApi();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get<ActivityPage>(`${PATH}?limit=2000`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** One exchange, whole; with its secrets when `reveal`. */
export function useActivityRecord(id: string | undefined, reveal: boolean): UseQueryResult<ActivityRecord> {
  const api = useApi();
  return useQuery({
    queryKey: ['activity-record', id, reveal],
    enabled: id !== undefined,
    queryFn: ({ signal }) => loadRecord(api, id ?? '', reveal, signal),
    // A record does not change; one with secrets should not stay in memory for long.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: reveal ? 0 : 60_000,
    retry: false,
  });
}

/** Loads one exchange, whole. */
export function loadRecord(
  api: Api,
  id: string,
  reveal: boolean,
  signal?: AbortSignal,
): Promise<ActivityRecord> {
  return api.get<ActivityRecord>(`${PATH}/${encodeURIComponent(id)}${reveal ? '?reveal=true' : ''}`, signal);
}

/** Keeps the list up to date while mounted and connects again when the stream breaks. Whether the stream is live. */
export function useActivityStream(): boolean {
  const api = useApi();
  const queries = useQueryClient();
  const [live, setLive] = useState(false);
  useEffect(
    () =>
      followStream<ActivitySummary>(api, `${PATH}/stream`, {
        onOpen: async () => {
          await queries.invalidateQueries({ queryKey: KEY });
          setLive(true);
        },
        onEvents: (records) =>
          queries.setQueryData<ActivityPage>(KEY, (page) =>
            page === undefined ? page : addToPage(page, records),
          ),
        onBreak: () => setLive(false),
      }),
    [api, queries],
  );
  return live;
}

/** Forgets every exchange. */
export function useClearActivity(): UseMutationResult<void, Error, void> {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.send('DELETE', PATH),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Says that the person has seen the refusals: the count on the rail goes away. */
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
