// A client's secret: show, copy, rotate.
import { Stack, Switch, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type StoredClient, useRotateSecret } from '../../api/clients.ts';
import { text } from '../../texts/text.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { Section } from '../../ui/section.tsx';

function RotateButton({ client }: { readonly client: StoredClient }): ReactNode {
  return (
    <ConfirmButton
      action={text('clients:secret.rotate')}
      leftSection={<IconRefresh size={16} />}
      question={text('clients:secret.question')}
      consequence={text('clients:secret.consequence')}
      work={useRotateSecret(client.id)}
      done={() => text('clients:secret.done', { client: client.clientId })}
      failed={text('clients:secret.failed')}
    />
  );
}

/** A public client has no secret. */
export function ClientCredentials({ client }: { readonly client: StoredClient }): ReactNode {
  const [shown, setShown] = useState(false);
  const { secret } = client;
  if (client.publicClient === true) {
    return <EmptyState title={text('clients:secret.publicTitle')} text={text('clients:secret.publicText')} />;
  }
  return (
    <Section title={text('clients:secret.title')} aside={<RotateButton client={client} />}>
      <Stack gap="sm">
        <MemberLabel text={text('clients:secret.label')} member="secret" />
        {secret === undefined ? (
          <Text c="dimmed">{text('clients:secret.none')}</Text>
        ) : (
          <CopyValue
            value={secret}
            label={text('clients:secret.copied')}
            {...(shown ? {} : { shown: '•'.repeat(24) })}
          />
        )}
        <Switch
          label={text('clients:secret.show')}
          checked={shown}
          onChange={(event) => setShown(event.currentTarget.checked)}
        />
      </Stack>
    </Section>
  );
}
