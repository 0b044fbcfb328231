// Sends the user a message with a link to required actions.
import { Anchor, Button, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type StoredUser, useSendActions } from '../../api/users.ts';
import { REQUIRED_ACTIONS } from '../../components/required-actions.ts';
import { text } from '../../texts/text.ts';
import { announceDone } from '../../ui/announce.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Section } from '../../ui/section.tsx';
import { useWork } from '../../ui/use-work.ts';

/** The message is put into the realm's mailbox, and delivered if the server does so. */
export function MessageSection({ user }: { readonly user: StoredUser }): ReactNode {
  const [actions, setActions] = useState<readonly string[]>(['UPDATE_PASSWORD']);
  const send = useSendActions(user.id);
  const work = useWork();
  const { email = '', username } = user;
  const done = text('users:message.done', { email });
  return (
    <Section title={text('users:message.title')} summary={text('users:message.summary')}>
      <Stack gap="sm">
        <MultiSelect
          label={text('users:message.actions')}
          data={[...REQUIRED_ACTIONS]}
          value={[...actions]}
          onChange={setActions}
          placeholder={actions.length === 0 ? text('users:message.choose') : ''}
        />
        {work.error === undefined ? undefined : <ErrorState error={work.error} />}
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconMail size={16} />}
            disabled={email === '' || actions.length === 0}
            loading={work.running}
            onClick={() =>
              work.start(() => send.mutateAsync(actions), {
                done: () => done,
                failed: text('users:message.failed', { user: username }),
                onDone: () => announceDone(done),
              })
            }
          >
            {text('users:message.send')}
          </Button>
          {email === '' ? (
            <Text c="dimmed" fz="sm">
              {text('users:message.noAddress', { user: username })}
            </Text>
          ) : (
            <Anchor
              component={Link}
              to={`/mail?user=${encodeURIComponent(username)}`}
              fz="sm"
              underline="always"
            >
              {text('users:message.sent', { user: username })}
            </Anchor>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
