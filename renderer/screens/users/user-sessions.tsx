// Sessions of a user, and signing the user out.
import { Group, Stack, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import {
  ANY_SESSION,
  SESSIONS_PER_PAGE,
  sessionPath,
  useEndSessions,
  useSessions,
  useSessionTotal,
} from '../../api/sessions.ts';
import { type StoredUser, useSignOutUser } from '../../api/users.ts';
import { RealmClockNotice } from '../../components/realm-clock-notice.tsx';
import { SessionTable } from '../../components/session-table.tsx';
import { usePendingDeletions } from '../../components/undoable-delete.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { countOf, Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { readPage, useAddress } from '../../ui/use-address.ts';

function Actions({ user, total }: { readonly user: StoredUser; readonly total: number }): ReactNode {
  const signOut = useSignOutUser(user.id);
  const endAll = useEndSessions({ ...ANY_SESSION, user: user.id });
  return (
    <Group gap="xs">
      <ConfirmButton
        size="xs"
        action="Sign out everywhere"
        leftSection={<IconLogout size={14} />}
        question={`Sign ${user.username} out everywhere?`}
        consequence="Browser sessions end, their clients are notified, and tokens issued so far stop working. Offline sessions are kept but need new tokens."
        work={signOut}
        done={() => `${user.username} is signed out everywhere.`}
        failed="The user was not signed out"
      />
      <ConfirmButton
        size="xs"
        action="End all"
        disabled={total === 0}
        question={`End all ${countOf(total, 'session', 'sessions')} of ${user.username}?`}
        consequence="Browser and offline sessions end, and their clients are notified."
        work={endAll}
        done={(ended) => `Ended ${countOf(ended, 'session', 'sessions')}.`}
        failed="The sessions were not ended"
      />
    </Group>
  );
}

const ADDRESS = { page: '1' };

/** The Sessions tab, with browser and offline sessions. */
export function UserSessions({ user }: { readonly user: StoredUser }): ReactNode {
  const [realm] = useRealm();
  const [address, change] = useAddress(ADDRESS);
  const page = readPage(address.page);
  const sessions = useSessions({ ...ANY_SESSION, user: user.id }, page);
  const pending = usePendingDeletions();
  const total = useSessionTotal(sessions.data);
  return (
    <Section title="Sessions" aside={<Actions user={user} total={total} />}>
      <Stack gap="sm">
        <RealmClockNotice />
        <QueryView query={sessions}>
          {(data) => {
            const shown = data.sessions.filter((session) => !pending.has(sessionPath(realm, session)));
            return shown.length === 0 ? (
              <Text c="dimmed" fz="sm">
                Not signed in anywhere.
              </Text>
            ) : (
              <SessionTable
                label={`Sessions of ${user.username}`}
                sessions={shown}
                now={data.now}
                withoutUser
              />
            );
          }}
        </QueryView>
        <Pages
          total={total}
          perPage={SESSIONS_PER_PAGE}
          page={page}
          onPage={(next) => change({ page: String(next) })}
          rows="components:count.sessions"
        />
      </Stack>
    </Section>
  );
}
