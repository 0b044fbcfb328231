// The realm's mail server: its settings, and a message that tries them.
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { useRealmSettings, useTestMailServer } from '../../api/realm.ts';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
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
      done: () => text('realm:mail.testDone'),
      failed: text('realm:mail.testFailed'),
      onDone: () => setSent(true),
    });
  };
  return (
    <Section title={text('realm:mail.test')} summary={text('realm:mail.testSummary')}>
      <Stack gap="sm">
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconMailCheck size={16} />}
            disabled={!isReady}
            loading={work.running}
            onClick={send}
          >
            {text('realm:mail.testAction')}
          </Button>
          {isReady ? undefined : (
            <Text c="dimmed" fz="sm">
              {text(isChanged ? 'realm:mail.testUnsaved' : 'realm:mail.testNoHost')}
            </Text>
          )}
        </Group>
        {work.error === undefined ? undefined : <ErrorState error={work.error} />}
        {isSent && work.error === undefined ? (
          <Alert variant="default" icon={<IconMailCheck />} title={text('realm:mail.testAccepted')} />
        ) : undefined}
      </Stack>
    </Section>
  );
}

export function MailTab(): ReactNode {
  return (
    <Stack gap="md">
      <Text fz="sm">
        <RichText
          of="realm:mail.intro"
          parts={{
            screen: <Anchor component={Link} to="/mail" fz="sm" underline="always" />,
            option: <Anchor component={Link} to="/settings?search=mail" fz="sm" underline="always" />,
          }}
        />
      </Text>
      <RealmSettings label={text('realm:form.mail')} tab={TAB} sections={mailSections()} />
      <TestMessage />
    </Stack>
  );
}
