// The log: lines from the server's memory, then the live stream.
import { useEffect, useRef, useState } from 'react';
import type { LogLineWire, LogPageWire } from '#protocol/contract/logs.ts';
import { useApi } from './api-context.tsx';
import { followStream } from './follow-stream.ts';

const PATH = '/emulator/v1/logs';
/** Lines loaded first. The server keeps no more than that. */
const LIMIT = 5000;

/** Receives log lines. */
export interface LogListener {
  /** Lines in the server's memory, oldest first; called on every (re)connection. */
  readonly onPage: (page: LogPageWire) => void;
  /** New lines, oldest first. */
  readonly onLines: (lines: readonly LogLineWire[]) => void;
}

/** State of the connection; a broken one is retried. */
export type TailState = 'connecting' | 'live' | 'broken';

/** Follows the log while mounted. */
export function useLogTail(listener: LogListener): TailState {
  const api = useApi();
  const [state, setState] = useState<TailState>('connecting');
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(
    () =>
      followStream<readonly LogLineWire[]>(api, `${PATH}/stream`, {
        onOpen: async () => {
          // The stream is already open, so no line is lost. Duplicates are recognized by their number.
          latest.current.onPage(await api.get<LogPageWire>(`${PATH}?limit=${LIMIT}`));
          setState('live');
        },
        onEvents: (batches) => latest.current.onLines(batches.flat()),
        onBreak: () => setState('broken'),
      }),
    [api],
  );
  return state;
}
