// Activity: the list kept up to date by the live stream, one record on demand, and the marks a person sets.
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
import { createEventStreamParser } from './event-stream.ts';
import type { Api } from './http.ts';

const PATH = '/emulator/v1/activity';
const KEY = ['activity'] as const;
/** Records of one screen refresh are taken together: a busy server must not redraw the window hundreds of times a second. */
const GATHER_MS = 80;
const RECONNECT_AFTER_MS = 1000;

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

async function follow(
  api: Api,
  queries: QueryClient,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<void> {
  const response = await api.open(`${PATH}/stream`, signal);
  // What happened before the stream was there, or while it was broken, comes with the list.
  await queries.invalidateQueries({ queryKey: KEY });
  onOpen();
  const parser = createEventStreamParser();
  let gathered: ActivitySummary[] = [];
  const flush = (): void => {
    const records = gathered;
    gathered = [];
    queries.setQueryData<ActivityPage>(KEY, (page) => (page === undefined ? page : addToPage(page, records)));
  };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    const arrived = parser.push(piece.value).map((event) => JSON.parse(event.data) as ActivitySummary);
    if (gathered.length === 0 && arrived.length > 0) setTimeout(flush, GATHER_MS);
    gathered.push(...arrived);
  }
}

/** Keeps the list up to date while mounted and connects again when the stream breaks. Whether the stream is live. */
export function useActivityStream(): boolean {
  const api = useApi();
  const queries = useQueryClient();
  const [live, setLive] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    const run = async (): Promise<void> => {
      while (!abort.signal.aborted) {
        // A broken stream is shown as "reconnecting"; the cause is the network's and needs no message of its own.
        await follow(api, queries, abort.signal, () => setLive(true)).catch(() => undefined);
        if (abort.signal.aborted) return;
        setLive(false);
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_AFTER_MS));
      }
    };
    void run();
    return () => abort.abort();
  }, [api, queries]);
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
