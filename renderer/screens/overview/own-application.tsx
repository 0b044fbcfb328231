// Configuration snippets for the user's own application.
import { Anchor, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type StoredClient, useClients } from '../../api/clients.ts';
import { ClientPicker } from '../../components/client-picker.tsx';
import { SamlSnippetPanel } from '../../components/saml-snippet-panel.tsx';
import { SnippetPanel } from '../../components/snippet-panel.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

/** Protocols with snippets. */
const PROTOCOLS: readonly string[] = ['openid-connect', 'saml'];

/** Sorts clients that fit the snippets first, and built-in clients last. */
function byUse(clients: readonly StoredClient[]): readonly StoredClient[] {
  const own = (client: StoredClient): boolean =>
    client.standardFlowEnabled !== false &&
    (client.redirectUris?.length ?? 0) > 0 &&
    (client.clientAuthenticatorType ?? 'client-secret') === 'client-secret';
  const builtIn = new Set(['account', 'account-console', 'security-admin-console', 'admin-cli', 'broker']);
  const rank = (client: StoredClient): number => (builtIn.has(client.clientId) ? 2 : own(client) ? 0 : 1);
  return clients
    .filter((client) => PROTOCOLS.includes(client.protocol ?? 'openid-connect'))
    .toSorted((left, right) => rank(left) - rank(right) || left.clientId.localeCompare(right.clientId));
}

function Settings({ clients }: { readonly clients: readonly StoredClient[] }): ReactNode {
  const [chosen, choose] = useState<string | undefined>(undefined);
  const client = clients.find((candidate) => candidate.id === chosen) ?? clients[0];
  if (client === undefined) {
    return (
      <Text c="dimmed">
        This realm has no clients.{' '}
        <Anchor component={Link} to="/clients" underline="always">
          Create one
        </Anchor>{' '}
        to see its configuration here.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <ClientPicker label="Client" clients={clients} value={client.id} onChange={choose} />
      {client.protocol === 'saml' ? <SamlSnippetPanel client={client} /> : <SnippetPanel client={client} />}
    </Stack>
  );
}

/** A client picker, and the snippets for the selected client. */
export function OwnApplication(): ReactNode {
  const clients = useClients();
  return (
    <Section title="Your own application" summary="Copy-and-paste configuration for your app.">
      <QueryView query={clients} lines={6}>
        {(rows) => <Settings clients={byUse(rows)} />}
      </QueryView>
    </Section>
  );
}
