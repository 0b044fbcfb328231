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
import { text } from '../../texts/text.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Pages } from '../../ui/pages.tsx';
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
      action={text(filtered ? 'sessions:end.these' : 'sessions:end.all')}
      leftSection={<IconLogout size={16} />}
      disabled={total === 0}
      question={
        filtered
          ? text('sessions:end.theseQuestion', { count: total })
          : text('sessions:end.allQuestion', { count: total })
      }
      consequence={text('sessions:end.consequence')}
      work={end}
      done={(ended) => text('sessions:end.done', { count: ended })}
      failed={text('sessions:end.failed')}
    />
  );
}

/** The outcome for applications with an Admin URL; none if there are none. */
function describeNotified({ notified, failed }: NotifiedApplications): readonly string[] {
  if (failed > 0) return [text('sessions:expire.notifiedSome', { count: notified, failed })];
  return notified === 0 ? [] : [text('sessions:expire.notified', { count: notified })];
}

const OF_REALM = {
  question: 'sessions:expire.realmQuestion',
  consequence: 'sessions:expire.realmConsequence',
  done: 'sessions:expire.realmDone',
} as const;
const OF_CLIENT = {
  question: 'sessions:expire.clientQuestion',
  consequence: 'sessions:expire.clientConsequence',
  done: 'sessions:expire.clientDone',
} as const;

function ExpireTokens({ clientId }: { readonly clientId: string }): ReactNode {
  const [realm] = useRealm();
  const client = useClients().data?.find((candidate) => candidate.clientId === clientId);
  const expire = useExpireTokens(client?.id);
  const says = client === undefined ? OF_REALM : OF_CLIENT;
  const name = client?.clientId ?? realm;
  return (
    <ConfirmButton
      action={text('sessions:expire.action')}
      leftSection={<IconClockX size={16} />}
      question={text(says.question, { name })}
      consequence={text(says.consequence, { name })}
      work={expire}
      done={(notified) => [text(says.done, { name }), ...describeNotified(notified)].join(' ')}
      failed={text('sessions:expire.failed')}
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
  if (shown.length > 0) return <SessionTable label={text('sessions:list')} sessions={shown} now={page.now} />;
  return filtered ? (
    <EmptyState title={text('sessions:noMatch.title')} text={text('sessions:noMatch.text')} />
  ) : (
    <EmptyState title={text('sessions:empty.title')} text={text('sessions:empty.text')} />
  );
}

/** Members in the URL. */
const ADDRESS = { ...ANY_SESSION, page: '1' };

/** The type in a URL; any for an unknown one. */
function readKind(kind: string): SessionFilter['kind'] {
  return kind === 'browser' || kind === 'offline' ? kind : '';
}

/** The list; `#/sessions?client=…&user=…` opens it with a filter. */
export function SessionsScreen(): ReactNode {
  const [{ page: pageText, kind, client, user, text: words }, change] =
    useAddress<keyof typeof ADDRESS>(ADDRESS);
  const filter = useMemo(
    () => ({ kind: readKind(kind), client, user, text: words }),
    [kind, client, user, words],
  );
  const page = readPage(pageText);
  const [applied] = useDebouncedValue(filter, 200);
  const sessions = useSessions(applied, page);
  const total = useSessionTotal(sessions.data);
  return (
    <Page
      title={text('sessions:title')}
      summary={text('sessions:heading')}
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
