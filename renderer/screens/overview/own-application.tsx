// Guides for the user's own application, for a client of the realm.
import { Anchor, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { type StoredClient, useClients } from '../../api/clients.ts';
import { ClientPicker } from '../../components/client-picker.tsx';
import { GuidePanel } from '../../components/guide-panel.tsx';
import { guidesFor } from '../../guides/offered-guides.ts';
import { compareNames } from '../../texts/locale.ts';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { useAddress } from '../../ui/use-address.ts';

/** The demo realm's client for web applications, which most people look for first. */
const FIRST = 'demo-web';
/** Nothing in the URL: the first client, and its first guide. Must not change, see `useAddress`. */
const FIRST_ONES = { client: '', guide: '' };
const BUILT_IN: ReadonlySet<string> = new Set([
  'account',
  'account-console',
  'security-admin-console',
  'admin-cli',
  'broker',
  'realm-management',
]);

/** In realm master, each realm has a client for its administration. */
function isBuiltIn(realm: string, clientId: string): boolean {
  return BUILT_IN.has(clientId) || (realm === 'master' && clientId.endsWith('-realm'));
}

/** Clients with guides: the first one to show, then those with the most guides. */
function clientsWithGuides(realm: string, clients: readonly StoredClient[]): readonly StoredClient[] {
  const rank = (client: StoredClient): number => (client.clientId === FIRST ? 100 : guidesFor(client).length);
  return clients
    .filter((client) => !isBuiltIn(realm, client.clientId) && guidesFor(client).length > 0)
    .toSorted((left, right) => rank(right) - rank(left) || compareNames(left.clientId, right.clientId));
}

function Guides({ clients }: { readonly clients: readonly StoredClient[] }): ReactNode {
  const [{ client: named }, change] = useAddress(FIRST_ONES);
  const client = clients.find(({ clientId }) => clientId === named) ?? clients[0];
  if (client === undefined) {
    return (
      <Text c="dimmed">
        <RichText
          of="overview:own.none"
          parts={{ link: <Anchor component={Link} to="/clients" underline="always" /> }}
        />
      </Text>
    );
  }
  const choose = (id: string): void => {
    const chosen = clients.find((candidate) => candidate.id === id);
    change({ client: chosen?.clientId ?? '', guide: '' });
  };
  return (
    <Stack gap="sm">
      <ClientPicker
        label={text('overview:own.client')}
        clients={clients}
        value={client.id}
        onChange={choose}
      />
      <GuidePanel client={client} />
    </Stack>
  );
}

/** A client picker, and the guides for the selected client. */
export function OwnApplication(): ReactNode {
  const [realm] = useRealm();
  const clients = useClients();
  return (
    <Section title={text('overview:own.title')} summary={text('overview:own.summary')}>
      <QueryView query={clients} lines={6}>
        {(rows) => <Guides clients={clientsWithGuides(realm, rows)} />}
      </QueryView>
    </Section>
  );
}
