// What can be done to the realm as a whole.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { ConnectRealmDialog } from '../../components/connect-realm-dialog.tsx';
import { openRealmDialog } from '../../components/realms/open-dialog.ts';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { Section } from '../../ui/section.tsx';

const ROWS = [
  {
    kind: 'rename',
    action: 'realm:manage.rename',
    label: 'realm:manage.renameLabel',
    effect: 'realm:manage.renameText',
  },
  {
    kind: 'duplicate',
    action: 'realm:manage.duplicate',
    label: 'realm:manage.duplicateLabel',
    effect: 'realm:manage.duplicateText',
  },
  {
    kind: 'reset',
    action: 'realm:manage.reset',
    label: 'realm:manage.resetLabel',
    effect: 'realm:manage.resetText',
  },
  {
    kind: 'delete',
    action: 'realm:manage.delete',
    label: 'realm:manage.deleteLabel',
    effect: 'realm:manage.deleteText',
  },
] as const;

/** One realm as the identity provider of another. */
function ConnectRow(): ReactNode {
  const [connecting, dialog] = useDisclosure(false);
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text fz="sm" fw={600}>
          {text('realm:manage.connect')}
        </Text>
        <Text fz="sm" c="dimmed">
          {text('realm:manage.connectText')}
        </Text>
      </div>
      <Button variant="default" onClick={dialog.open}>
        {text('realm:manage.connect')}
      </Button>
      {connecting ? <ConnectRealmDialog onClose={dialog.close} /> : undefined}
    </Group>
  );
}

/** The Manage tab. */
export function ManageTab(): ReactNode {
  const [realm] = useRealm();
  const isMaster = realm === 'master';
  return (
    <Section
      title={text('realm:manage.title')}
      {...(isMaster ? { summary: text('realm:manage.master') } : {})}
    >
      <Stack gap="md">
        <ConnectRow />
        {ROWS.map(({ kind, action, label, effect }) => (
          <Group key={kind} justify="space-between" gap="sm">
            <div>
              <Text fz="sm" fw={600}>
                {text(action)}
              </Text>
              <Text fz="sm" c="dimmed">
                {text(effect)}
              </Text>
            </div>
            <Button
              variant="default"
              aria-label={text(label, { realm })}
              disabled={isMaster}
              onClick={() => openRealmDialog({ kind, realm })}
            >
              {text(action)}
            </Button>
          </Group>
        ))}
        <Text fz="sm">
          <RichText
            of="realm:manage.export"
            parts={{ link: <Anchor component={Link} to="/realm/export" underline="always" /> }}
          />
        </Text>
      </Stack>
    </Section>
  );
}
