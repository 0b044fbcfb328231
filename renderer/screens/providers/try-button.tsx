// "Try it": signs in with the provider in the browser.
import { Button, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { useActivity } from '../../api/activity.ts';
import { openInBrowser } from '../../api/bridge.ts';
import { useClients } from '../../api/clients.ts';
import { useRealmOverview } from '../../api/emulator.ts';
import type { StoredProvider } from '../../api/providers.ts';
import { text } from '../../texts/text.ts';
import { tryProviderUrl, whyNotTried } from './try-provider.ts';

/** An exchange is listed when it ends, maybe after one that began later. */
function newestOf(records: readonly ActivitySummary[]): string {
  return records.reduce((newest, { id }) => (id > newest ? id : newest), '');
}

interface Props {
  readonly provider: StoredProvider;
  /** `after`: ID of the newest exchange in Activity; empty if there are none. */
  readonly onTry: (after: string) => void;
}

/** Opens the account console, signed in with the provider. Says why that is not possible. */
export function TryButton({ provider, onTry }: Props): ReactNode {
  const overview = useRealmOverview();
  const clients = useClients().data;
  const records = useActivity().data?.records;
  const id = useId();
  const why = clients === undefined ? undefined : whyNotTried(provider, clients);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} />}
        disabled={[overview, clients, records].includes(undefined) || why !== undefined}
        {...(why === undefined ? {} : { 'aria-describedby': id })}
        onClick={() => {
          onTry(newestOf(records ?? []));
          openInBrowser(tryProviderUrl(overview?.issuer ?? '', provider.alias));
        }}
      >
        {text('providers:provider.try')}
      </Button>
      {why === undefined ? undefined : (
        // In a row of its own below all buttons, and no wider than they are.
        <Text id={id} fz="xs" c="dimmed" style={{ order: 1, width: 0, minWidth: '100%' }}>
          {text(why)}
        </Text>
      )}
    </>
  );
}
