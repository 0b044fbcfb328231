// Sessions: browser and offline sessions of the realm, ending them, and expiring tokens.
import { useDebouncedValue } from '@mantine/hooks';
import { IconClockX, IconLogout } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { RealmSessionsWire } from '#protocol/contract/admin-api.ts';
import { useRealm } from '../../api/api-context.tsx';
import { useClients } from '../../api/clients.ts';
import {
  ANY_SESSION,
  type NotifiedApplications,
  SESSIONS_PER_PAGE,
  type SessionFilter,
  sessionPath,
  useEndSessions,
  useExpireTokens,
  useSessions,
  useSessionTotal,
} from '../../api/sessions.ts';
import { RealmClockNotice } from '../../components/realm-clock-notice.tsx';
import { SessionTable } from '../../components/session-table.tsx';
import { usePendingDeletions } from '../../components/undoable-delete.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { countOf, Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { readPage, useAddress } from '../../ui/use-address.ts';
import { SessionFilters } from './session-filters.tsx';

function isFiltered(filter: SessionFilter): boolean {
  return Object.values(filter).some((value) => value.trim() !== '');
}

function EndAll({ filter, total }: { readonly filter: SessionFilter; readonly total: number }): ReactNode {
  const end = useEndSessions(filter);
  const filtered = isFiltered(filter);
  return (
    <ConfirmButton
      action={filtered ? 'End these' : 'End all'}
      leftSection={<IconLogout size={16} />}
      disabled={total === 0}
      question={
        filtered
          ? `End the ${countOf(total, 'matching session', 'matching sessions')}?`
          : `End all ${countOf(total, 'session', 'sessions')}?`
      }
      consequence="Their users must sign in again, and their clients are notified. Offline sessions end too, unless the filter excludes them."
      work={end}
      done={(ended) => `Ended ${countOf(ended, 'session', 'sessions')}.`}
      failed="The sessions were not ended"
    />
  );
}

/** The outcome for applications with an Admin URL; empty if there are none. */
function describeNotified({ notified, failed }: NotifiedApplications): string {
  const applications = countOf(notified, 'application was', 'applications were');
  if (failed > 0) return ` ${applications} notified, ${failed} failed. See Activity for the reason.`;
  return notified === 0 ? '' : ` ${applications} notified.`;
}

function ExpireTokens({ clientId }: { readonly clientId: string }): ReactNode {
  const [realm] = useRealm();
  const client = useClients().data?.find((candidate) => candidate.clientId === clientId);
  const expire = useExpireTokens(client?.id);
  const whose = client === undefined ? `realm ${realm}` : `client ${client.clientId}`;
  return (
    <ConfirmButton
      action="Expire tokens"
      leftSection={<IconClockX size={16} />}
      question={`Expire the tokens of ${whose}?`}
      consequence={`All access and refresh tokens of ${whose} issued so far stop working. Sessions are kept, and signed-in users get new tokens. This sets notBefore.`}
      work={expire}
      done={(notified) => `The tokens of ${whose} have expired.${describeNotified(notified)}`}
      failed="The tokens were not expired"
    />
  );
}

function List({
  page,
  filtered,
}: {
  readonly page: RealmSessionsWire;
  readonly filtered: boolean;
}): ReactNode {
  const [realm] = useRealm();
  const pending = usePendingDeletions();
  const shown = page.sessions.filter((session) => !pending.has(sessionPath(realm, session)));
  if (shown.length > 0) return <SessionTable label="Sessions" sessions={shown} now={page.now} />;
  return filtered ? (
    <EmptyState title="No matching sessions" text="Change the filter, or clear it to see all sessions." />
  ) : (
    <EmptyState
      title="No active sessions"
      text="A session starts when a user signs in to a client of this realm. Try it with a sample application on Overview."
    />
  );
}

/** Members in the URL. */
const ADDRESS = { ...ANY_SESSION, page: '1' };

/** The type in a URL; any for an unknown one. */
function readKind(text: string): SessionFilter['kind'] {
  return text === 'browser' || text === 'offline' ? text : '';
}

/** The list; `#/sessions?client=…&user=…` opens it with a filter. */
export function SessionsScreen(): ReactNode {
  const [{ page: pageText, kind, client, user, text }, change] = useAddress<keyof typeof ADDRESS>(ADDRESS);
  const filter = useMemo(() => ({ kind: readKind(kind), client, user, text }), [kind, client, user, text]);
  const page = readPage(pageText);
  const [applied] = useDebouncedValue(filter, 200);
  const sessions = useSessions(applied, page);
  const total = useSessionTotal(sessions.data);
  return (
    <Page
      title="Sessions"
      summary="Users who are signed in, and their clients."
      actions={
        <>
          <ExpireTokens clientId={applied.client} />
          <EndAll filter={applied} total={total} />
        </>
      }
    >
      <RealmClockNotice />
      <SessionFilters filter={filter} onChange={(part) => change({ ...part, page: '1' })} />
      <QueryView query={sessions} lines={8}>
        {(data) => <List page={data} filtered={isFiltered(applied)} />}
      </QueryView>
      <Pages
        total={total}
        perPage={SESSIONS_PER_PAGE}
        page={page}
        onPage={(next) => change({ page: String(next) })}
        rows="components:count.sessions"
      />
    </Page>
  );
}
