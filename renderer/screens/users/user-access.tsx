// A user's password, credentials and lockout.
import { Button, Group, PasswordInput, SimpleGrid, Stack, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type StoredUser, useSetPassword } from '../../api/users.ts';
import { text } from '../../texts/text.ts';
import { announceDone } from '../../ui/announce.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Section } from '../../ui/section.tsx';
import { useWork } from '../../ui/use-work.ts';
import { CredentialSection } from './credential-section.tsx';
import { LockoutSection } from './lockout-section.tsx';
import { MessageSection } from './message-section.tsx';

function PasswordForm({ user }: { readonly user: StoredUser }): ReactNode {
  const [value, setValue] = useState('');
  const [temporary, setTemporary] = useState(false);
  const save = useSetPassword(user.id);
  const work = useWork();
  const submit = (): void =>
    work.start(
      async () => {
        await save.mutateAsync({ value, temporary });
        announceDone(text('users:password.done', { user: user.username }));
      },
      { failed: text('users:password.failed', { user: user.username }), onDone: () => setValue('') },
    );
  return (
    <form
      aria-label={text('users:password.title')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <PasswordInput
          label={text('users:password.new')}
          autoComplete="new-password"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Switch
          label={text('users:password.temporary')}
          checked={temporary}
          onChange={(event) => setTemporary(event.currentTarget.checked)}
        />
        {work.error === undefined ? undefined : <ErrorState error={work.error} />}
        <Group>
          <Button type="submit" disabled={value === ''} loading={work.running}>
            {text('users:password.set')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function UserAccess({ user }: { readonly user: StoredUser }): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Stack gap="md">
        <Section title={text('users:password.title')}>
          <PasswordForm user={user} />
        </Section>
        <MessageSection user={user} />
      </Stack>
      <Stack gap="md">
        <CredentialSection user={user} />
        <LockoutSection user={user} />
      </Stack>
    </SimpleGrid>
  );
}
