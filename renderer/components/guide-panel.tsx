// The guides that fit a client; the selected one is in the URL.
import { Chip, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoredClient } from '../api/clients.ts';
import { useRealmOverview, useServer } from '../api/emulator.ts';
import type { Guide } from '../guides/guide.ts';
import type { GuideRealm } from '../guides/guide-values.ts';
import { fillGuide, guidesFor } from '../guides/offered-guides.ts';
import { text } from '../texts/text.ts';
import { useAddress } from '../ui/use-address.ts';
import { GuideSteps } from './guide-steps.tsx';

/** Undefined while loading. */
function useGuideRealm(): GuideRealm | undefined {
  const server = useServer().data;
  const overview = useRealmOverview();
  if (server === undefined || overview === undefined) return undefined;
  const [user] = overview.namedUsers;
  return {
    baseUrl: server.baseUrl,
    realm: overview.realm,
    issuer: overview.issuer,
    user: user === undefined ? undefined : { username: user.username, password: user.password },
  };
}

/** No guide in the URL: the first one that fits. Must not change, see `useAddress`. */
const NO_GUIDE = { guide: '' };

function Choices({
  guides,
  chosen,
  onChange,
}: {
  readonly guides: readonly Guide[];
  readonly chosen: string;
  readonly onChange: (id: string) => void;
}): ReactNode {
  return (
    <Chip.Group value={chosen} onChange={onChange}>
      <Group gap={6} role="radiogroup" aria-label={text('guides:choose')}>
        {guides.map(({ id, title }) => (
          <Chip key={id} value={id} size="sm" radius="sm" variant="outline">
            {title}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

/** A choice of guides, and the selected guide with the values of the client. */
export function GuidePanel({ client }: { readonly client: StoredClient }): ReactNode {
  const realm = useGuideRealm();
  const guides = guidesFor(client);
  const [{ guide }, change] = useAddress(NO_GUIDE);
  const chosen = guides.find(({ id }) => id === guide) ?? guides[0];
  if (realm === undefined) return undefined;
  if (chosen === undefined) {
    return <Text c="dimmed">{text('guides:none')}</Text>;
  }
  return (
    <Stack gap="md">
      <Choices guides={guides} chosen={chosen.id} onChange={(id) => change({ guide: id })} />
      <GuideSteps key={chosen.id} client={client} offered={fillGuide(chosen, client, realm)} />
    </Stack>
  );
}
