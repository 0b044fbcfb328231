// The log as it is written: what the server still has, then the live stream.
import { useEffect, useRef, useState } from 'react';
import type { LogLineWire, LogPageWire } from '#protocol/contract/logs.ts';
import { useApi } from './api-context.tsx';
import { followStream } from './follow-stream.ts';

const PATH = '/emulator/v1/logs';
/** How many lines are asked for at first: all that the server has. */
const LIMIT = 5000;

/** What hears of log lines. */
export interface LogListener {
  /** What the server has, oldest first: at first, and again after the stream was broken. */
  readonly onPage: (page: LogPageWire) => void;
  /** Lines that came together, oldest first. */
  readonly onLines: (lines: readonly LogLineWire[]) => void;
}

/** How the tail stands: the first answer is awaited, lines arrive, or the connection is lost and tried again. */
export type TailState = 'connecting' | 'live' | 'broken';

/** Follows the log while mounted. */
export function useLogTail(listener: LogListener): TailState {
  const api = useApi();
  const [state, setState] = useState<TailState>('connecting');
  const heard = useRef(listener);
  useEffect(() => {
    heard.current = listener;
  });
  useEffect(
    () =>
      followStream<readonly LogLineWire[]>(api, `${PATH}/stream`, {
        onOpen: async () => {
          // The stream is open already: lines that are written meanwhile wait in it, and those that are in both are told apart by number.
          heard.current.onPage(await api.get<LogPageWire>(`${PATH}?limit=${LIMIT}`));
          setState('live');
        },
        onEvents: (batches) => heard.current.onLines(batches.flat()),
        onBreak: () => setState('broken'),
      }),
    [api],
  );
  return state;
}
