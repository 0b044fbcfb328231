// The mailbox of the selected realm: the messages that it wrote, kept current by its live stream.
import { type UseMutationResult, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MailboxWire, MailChangeWire, ReadMailWire } from '#protocol/contract/mail.ts';
import { useActivity } from './activity.ts';
import { useApi, useRealm } from './api-context.tsx';
import { followStream } from './follow-stream.ts';
import { reload } from './reload.ts';
import { useRealmChange } from './use-realm-change.ts';

/** Messages that the console asked for are not in Activity. */
const REFRESH_UNREAD_MS = 5000;

/** Path of the realm's messages; that of one message ends with its ID. */
export function mailPath(realm: string): string {
  return `/emulator/v1/realms/${encodeURIComponent(realm)}/mail`;
}

/** Key of all queries of the realm's mailbox. */
export function mailKey(realm: string): readonly unknown[] {
  return ['mail', realm];
}

const MAIL = { path: mailPath, key: mailKey };

/** Every message in the server's memory, newest first. */
export function useMailbox(): UseQueryResult<MailboxWire> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: [...mailKey(realm), 'messages'],
    queryFn: ({ signal }) => api.get<MailboxWire>(mailPath(realm), signal),
  });
}

/** How many messages nobody has opened; 0 until it is known. */
export function useUnreadMail(): number {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  const latest = useActivity().data?.records.find(({ mail }) => mail !== undefined)?.id;
  useEffect(() => {
    if (latest !== undefined) void queries.invalidateQueries({ queryKey: ['mail'] });
  }, [latest, queries]);
  const { data } = useQuery({
    queryKey: [...mailKey(realm), 'unread'],
    queryFn: ({ signal }) => api.get<MailboxWire>(`${mailPath(realm)}?max=0`, signal),
    refetchInterval: REFRESH_UNREAD_MS,
  });
  return data?.unread ?? 0;
}

/** Keeps the realm's messages current while `enabled`: browsers allow few connections to one server. */
export function useMailStream(enabled: boolean): void {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  useEffect(() => {
    if (!enabled) return;
    return followStream<MailChangeWire>(api, `${mailPath(realm)}/stream`, {
      onOpen: () => reload(queries, mailKey(realm)),
      onEvents: () => void queries.invalidateQueries({ queryKey: mailKey(realm) }),
    });
  }, [api, queries, realm, enabled]);
}

/** Marks messages as read; without IDs, all of the realm. */
export function useMarkRead(): UseMutationResult<void, Error, ReadMailWire> {
  const api = useApi();
  return useRealmChange(MAIL, (which, path) => api.send('POST', `${path}/read`, which));
}

/** Removes every message of the realm. */
export function useClearMailbox(): UseMutationResult<void, Error, void> {
  const api = useApi();
  return useRealmChange(MAIL, (_, path) => api.send('DELETE', path));
}

/** The source of a message, as mail programs read it. */
export function useMailSource(id: string): UseQueryResult<string> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['mail-source', realm, id],
    queryFn: async ({ signal }) =>
      (await api.load(`${mailPath(realm)}/${encodeURIComponent(id)}/source`, signal)).text(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
