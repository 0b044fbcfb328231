// The realm's mail server: its settings, and a message that tries them.
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { useRealmSettings, useTestMailServer } from '../../api/realm.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Section } from '../../ui/section.tsx';
import { useHasDraft } from '../../ui/use-draft.ts';
import { useWork } from '../../ui/use-work.ts';
import { mailSections } from './mail-fields.ts';
import { RealmSettings, realmForm } from './realm-settings.tsx';

const TAB = 'mail';

function hasHost(smtpServer: unknown): boolean {
  const server = (smtpServer ?? {}) as Readonly<Record<string, unknown>>;
  return String(server['host'] ?? '') !== '';
}

function TestMessage(): ReactNode {
  const [realm] = useRealm();
  const isChanged = useHasDraft(realmForm(realm, TAB));
  const { smtpServer } = useRealmSettings().data ?? {};
  const test = useTestMailServer();
  const work = useWork();
  const [isSent, setSent] = useState(false);
  const isReady = hasHost(smtpServer) && !isChanged;
  const send = (): void => {
    setSent(false);
    work.start(() => test.mutateAsync(smtpServer), {
      done: () => 'The mail server has accepted the message.',
      failed: 'The test message was not sent',
      onDone: () => setSent(true),
    });
  };
  return (
    <Section
      title="Test"
      summary="Sends a message to the e-mail address of the signed-in administrator, even if other messages are not delivered."
    >
      <Stack gap="sm">
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconMailCheck size={16} />}
            disabled={!isReady}
            loading={work.running}
            onClick={send}
          >
            Send a test message
          </Button>
          {isReady ? undefined : (
            <Text c="dimmed" fz="sm">
              {isChanged ? 'Save the changes first.' : 'Enter a host and save first.'}
            </Text>
          )}
        </Group>
        {work.error === undefined ? undefined : <ErrorState error={work.error} />}
        {isSent && work.error === undefined ? (
          <Alert
            variant="default"
            icon={<IconMailCheck />}
            title="The mail server has accepted the message"
          />
        ) : undefined}
      </Stack>
    </Section>
  );
}

export function MailTab(): ReactNode {
  return (
    <Stack gap="md">
      <Text fz="sm">
        All messages are on the{' '}
        <Anchor component={Link} to="/mail" fz="sm" underline="always">
          Mail screen
        </Anchor>
        . To deliver them as well, set the start option{' '}
        <Anchor component={Link} to="/settings?search=mail" fz="sm" underline="always">
          mail
        </Anchor>{' '}
        to send.
      </Text>
      <RealmSettings label="Mail" tab={TAB} sections={mailSections()} />
      <TestMessage />
    </Stack>
  );
}
