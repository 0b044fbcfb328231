// The import of one realm file: sent, read, checked and stored by the server, and cancelled at any time.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ExistingRealms, ImportWire } from '#protocol/contract/imports.ts';
import { useApi } from './api-context.tsx';
import type { Api } from './http.ts';

const IMPORTS = '/emulator/v1/imports';
const EVERY_MS = 250;
const WORKING: ReadonlySet<string> = new Set(['reading', 'checking', 'storing']);

export interface RealmImport {
  /** Undefined while the file is sent. */
  readonly job: ImportWire | undefined;
  readonly error: Error | undefined;
  readonly start: (existing: ExistingRealms) => void;
}

/** Sends the file and returns the import; an import that is no longer needed is cancelled. */
async function send(api: Api, file: File, signal: AbortSignal): Promise<ImportWire> {
  const job = await api.sendFile<ImportWire>(`${IMPORTS}?start=false`, file, signal);
  if (signal.aborted) discard(api, job.id);
  return job;
}

function discard(api: Api, id: string): void {
  // It may have ended and be forgotten.
  api.send('DELETE', `${IMPORTS}/${id}`, undefined, { keepalive: true }).catch(() => undefined);
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** Sends the file when mounted, and cancels the import when unmounted. */
export function useRealmImport(file: File): RealmImport {
  const api = useApi();
  const queries = useQueryClient();
  const [id, setId] = useState<string | undefined>(undefined);
  const [error, setError] = useState<Error | undefined>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let sent: string | undefined;
    send(api, file, signal).then(
      (job) => {
        sent = job.id;
        if (!signal.aborted) setId(job.id);
      },
      (reason: unknown) => {
        if (!signal.aborted) setError(asError(reason));
      },
    );
    return () => {
      controller.abort();
      if (sent !== undefined) discard(api, sent);
    };
  }, [api, file]);
  const queryKey = ['import', id];
  const { data: job, error: lost } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<ImportWire>(`${IMPORTS}/${id}`, signal),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (WORKING.has(state.data?.phase ?? 'reading') ? EVERY_MS : false),
  });
  return {
    job,
    error: error ?? lost ?? undefined,
    start(existing) {
      api.call<ImportWire>('POST', `${IMPORTS}/${id}/start?existing=${existing}`).then(
        (started) => queries.setQueryData(queryKey, started),
        (reason: unknown) => setError(asError(reason)),
      );
    },
  };
}
