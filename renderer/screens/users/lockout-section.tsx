// Brute force protection: whether the user is locked, and unlocking.
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { LockoutWire } from '#protocol/contract/admin-api.ts';
import { useRealmTime } from '../../api/emulator.ts';
import { useLockout, useUnlock } from '../../api/lockout.ts';
import { useRealmSettings } from '../../api/realm.ts';
import type { StoredUser } from '../../api/users.ts';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { describeLockout } from './describe-lockout.ts';

function UnlockButton({
  user,
  lockout,
}: {
  readonly user: StoredUser;
  readonly lockout: LockoutWire;
}): ReactNode {
  const unlock = useUnlock(user.id);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconLockOpen size={14} />}
      disabled={!lockout.disabled && lockout.numFailures === 0}
      loading={unlock.isPending}
      onClick={() =>
        announceOutcome(unlock.mutateAsync(), {
          done: () => text('users:lockout.unlocked', { user: user.username }),
          failed: text('users:lockout.failed'),
        })
      }
    >
      {text('users:lockout.unlock')}
    </Button>
  );
}

function State({ lockout }: { readonly lockout: LockoutWire }): ReactNode {
  const now = useRealmTime();
  const { lastFailure, lastIPFailure } = lockout;
  return (
    <>
      <Text role="status">{describeLockout(lockout, now)}</Text>
      {lastFailure === 0 ? undefined : (
        <Text c="dimmed" fz="sm">
          {text('users:lockout.lastFailure', { instant: formatInstant(lastFailure), address: lastIPFailure })}
        </Text>
      )}
    </>
  );
}

/** Shows a note if lockout is off in the realm. */
export function LockoutSection({ user }: { readonly user: StoredUser }): ReactNode {
  const lockout = useLockout(user.id);
  const settings = useRealmSettings().data;
  return (
    <Section
      title={text('users:lockout.title')}
      aside={lockout.data === undefined ? undefined : <UnlockButton user={user} lockout={lockout.data} />}
    >
      <Stack gap="xs">
        <QueryView query={lockout} lines={2}>
          {(state) => <State lockout={state} />}
        </QueryView>
        {settings === undefined || settings['bruteForceProtected'] === true ? undefined : (
          <Text c="dimmed" fz="sm">
            <RichText
              of="users:lockout.off"
              parts={{ link: <Anchor component={Link} to="/realm/sign-in" fz="sm" underline="always" /> }}
            />
          </Text>
        )}
      </Stack>
    </Section>
  );
}
