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
import { text } from '../../texts/text.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Pages } from '../../ui/pages.tsx';
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
        action={text('users:sessions.signOut')}
        leftSection={<IconLogout size={14} />}
        question={text('users:sessions.signOutQuestion', { user: user.username })}
        consequence={text('users:sessions.signOutConsequence')}
        work={signOut}
        done={() => text('users:sessions.signedOut', { user: user.username })}
        failed={text('users:sessions.signOutFailed')}
      />
      <ConfirmButton
        size="xs"
        action={text('users:sessions.endAll')}
        disabled={total === 0}
        question={text('users:sessions.endQuestion', { count: total, user: user.username })}
        consequence={text('users:sessions.endConsequence')}
        work={endAll}
        done={(count) => text('users:sessions.ended', { count })}
        failed={text('users:sessions.endFailed')}
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
    <Section title={text('users:sessions.title')} aside={<Actions user={user} total={total} />}>
      <Stack gap="sm">
        <RealmClockNotice />
        <QueryView query={sessions}>
          {(data) => {
            const shown = data.sessions.filter((session) => !pending.has(sessionPath(realm, session)));
            return shown.length === 0 ? (
              <Text c="dimmed" fz="sm">
                {text('users:sessions.none')}
              </Text>
            ) : (
              <SessionTable
                label={text('users:sessions.label', { user: user.username })}
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
