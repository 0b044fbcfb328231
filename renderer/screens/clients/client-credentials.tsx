// A client's secret: show, copy, rotate.
import { Stack, Switch, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type StoredClient, useRotateSecret } from '../../api/clients.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { Section } from '../../ui/section.tsx';

function RotateButton({ client }: { readonly client: StoredClient }): ReactNode {
  return (
    <ConfirmButton
      action="Rotate"
      leftSection={<IconRefresh size={16} />}
      question="Rotate the secret?"
      consequence="The old secret stops working immediately. Give the new one to the application."
      work={useRotateSecret(client.id)}
      done={() => `Client ${client.clientId} has a new secret.`}
      failed="The secret was not rotated"
    />
  );
}

/** A public client has no secret. */
export function ClientCredentials({ client }: { readonly client: StoredClient }): ReactNode {
  const [shown, setShown] = useState(false);
  const { secret } = client;
  if (client.publicClient === true) {
    return (
      <EmptyState
        title="Public clients have no secret"
        text="They use PKCE instead. To give this client a secret, turn off “Public client” above."
      />
    );
  }
  return (
    <Section title="Client secret" aside={<RotateButton client={client} />}>
      <Stack gap="sm">
        <MemberLabel text="Secret" member="secret" />
        {secret === undefined ? (
          <Text c="dimmed">No secret yet. Press “Rotate” to generate one.</Text>
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
