// A client's secret: show, copy, rotate.
import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type StoredClient, useRotateSecret } from '../../api/clients.ts';
import { announceDone, announceFailure } from '../../ui/announce.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { Section } from '../../ui/section.tsx';

function RotateButton({ client }: { readonly client: StoredClient }): ReactNode {
  const [asking, dialog] = useDisclosure(false);
  const rotate = useRotateSecret(client.id);
  const confirm = (): void =>
    rotate.mutate(undefined, {
      onSuccess: () => announceDone(`Client ${client.clientId} has a new secret.`),
      onError: (error) => announceFailure('The secret was not rotated', error),
      onSettled: dialog.close,
    });
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={dialog.open}>
        Rotate
      </Button>
      <Modal opened={asking} onClose={dialog.close} title="Rotate the secret?">
        <Stack gap="md">
          <Text>The application cannot sign in with the old secret from then on. Give it the new one.</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={dialog.close}>
              Cancel
            </Button>
            <Button loading={rotate.isPending} onClick={confirm}>
              Rotate
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

/** A public client has nothing to show here. */
export function ClientCredentials({ client }: { readonly client: StoredClient }): ReactNode {
  const [shown, setShown] = useState(false);
  const { secret } = client;
  if (client.publicClient === true) {
    return (
      <EmptyState
        title="A public client has no secret"
        text="It proves itself by PKCE. Switch “Public” off in the settings to give it a secret."
      />
    );
  }
  return (
    <Section title="Client secret" aside={<RotateButton client={client} />}>
      <Stack gap="sm">
        <MemberLabel text="Secret" member="secret" />
        {secret === undefined ? (
          <Text c="dimmed">None yet. Press “Rotate” to make one.</Text>
        ) : (
          <CopyValue value={secret} label="secret" {...(shown ? {} : { shown: '•'.repeat(24) })} />
        )}
        <Switch
          label="Show the secret"
          checked={shown}
          onChange={(event) => setShown(event.currentTarget.checked)}
        />
      </Stack>
    </Section>
  );
}
