// Sessions: everybody who is signed in to the realm, by browser and offline, and ending that.
import { useDebouncedValue } from '@mantine/hooks';
import { IconClockX, IconLogout } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RealmSessionsWire } from '#protocol/contract/admin-api.ts';
import { useRealm } from '../../api/api-context.tsx';
import { useClients } from '../../api/clients.ts';
import {
  ANY_SESSION,
  SESSIONS_PER_PAGE,
  type SessionFilter,
  sessionPath,
  type ToldApplications,
  useEndSessions,
  useExpireTokens,
  useSessions,
} from '../../api/sessions.ts';
import { RealmClockNotice } from '../../components/realm-clock-notice.tsx';
import { SessionTable } from '../../components/session-table.tsx';
import { usePendingDeletions } from '../../components/undoable-delete.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { countOf, Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
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
          ? `End the ${countOf(total, 'session', 'sessions')} that fit the search?`
          : `End all ${countOf(total, 'session', 'sessions')}?`
      }
      consequence="Their users must sign in again, and the clients in them are told. Offline sessions end too, unless the search leaves them out."
      work={end}
      done={(ended) => `Ended ${countOf(ended, 'session', 'sessions')}.`}
      failed="The sessions were not ended"
    />
  );
}

/** What applications with an Admin URL have to do with it; nothing when there is none. */
function describeTold({ told, failed }: ToldApplications): string {
  const applications = countOf(told, 'application was', 'applications were');
  if (failed > 0) return ` ${applications} told, ${failed} did not take it: see Activity.`;
  return told === 0 ? '' : ` ${applications} told.`;
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
      consequence={`Every access and refresh token of ${whose} that was issued until now stops working. Sessions stay: who is signed in gets new ones. This sets notBefore.`}
      work={expire}
      done={(told) => `The tokens of ${whose} have expired.${describeTold(told)}`}
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
    <EmptyState title="No matching sessions" text="Change the search, or clear it to see every session." />
  ) : (
    <EmptyState
      title="Nobody is signed in"
      text="A session begins when somebody signs in to a client of this realm. Overview has a sample application to try it with."
    />
  );
}

/** The list; `#/sessions?client=…&user=…` opens it with a filter. */
export function SessionsScreen(): ReactNode {
  const [search] = useSearchParams();
  const [filter, setFilter] = useState<SessionFilter>(() => ({
    ...ANY_SESSION,
    client: search.get('client') ?? '',
    user: search.get('user') ?? '',
    text: search.get('text') ?? '',
  }));
  const [page, setPage] = useState(1);
  const [asked] = useDebouncedValue(filter, 200);
  const sessions = useSessions(asked, page);
  const total = sessions.data?.total ?? 0;
  return (
    <Page
      title="Sessions"
      summary="Who is signed in now, and to what."
      actions={
        <>
          <ExpireTokens clientId={asked.client} />
          <EndAll filter={asked} total={total} />
        </>
      }
    >
      <RealmClockNotice />
      <SessionFilters
        filter={filter}
        onChange={(part) => {
          setFilter((last) => ({ ...last, ...part }));
          setPage(1);
        }}
      />
      <QueryView query={sessions} lines={8}>
        {(data) => <List page={data} filtered={isFiltered(asked)} />}
      </QueryView>
      <Pages
        total={total}
        perPage={SESSIONS_PER_PAGE}
        page={page}
        onPage={setPage}
        one="session"
        many="sessions"
      />
    </Page>
  );
}
