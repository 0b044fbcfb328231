// What can be done to the realm as a whole.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { openRealmDialog } from '../../components/realms/open-dialog.ts';
import { Section } from '../../ui/section.tsx';

const ROWS = [
  { kind: 'rename', action: 'Rename', text: 'Changes the issuer and every URL of the realm.' },
  { kind: 'duplicate', action: 'Duplicate', text: 'Copies settings, clients and users to a new realm.' },
  { kind: 'reset', action: 'Reset', text: 'Brings the realm back to how it was created or imported.' },
  { kind: 'delete', action: 'Delete', text: 'Deletes the realm with everything in it.' },
] as const;

const MASTER =
  'Realm master has the administrators of this server. It cannot be renamed, duplicated, reset or deleted.';

/** The Manage tab. */
export function ManageTab(): ReactNode {
  const [realm] = useRealm();
  const isMaster = realm === 'master';
  return (
    <Section title="Manage" {...(isMaster ? { summary: MASTER } : {})}>
      <Stack gap="md">
        {ROWS.map(({ kind, action, text }) => (
          <Group key={kind} justify="space-between" gap="sm">
            <div>
              <Text fz="sm" fw={600}>
                {action}
              </Text>
              <Text fz="sm" c="dimmed">
                {text}
              </Text>
            </div>
            <Button
              variant="default"
              aria-label={`${action} realm ${realm}`}
              disabled={isMaster}
              onClick={() => openRealmDialog({ kind, realm })}
            >
              {action}
            </Button>
          </Group>
        ))}
        <Text fz="sm">
          To keep a copy as a file, use{' '}
          <Anchor component={Link} to="/realm/export" underline="always">
            Export
          </Anchor>
          .
        </Text>
      </Stack>
    </Section>
  );
}
