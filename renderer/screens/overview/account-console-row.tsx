// "Try it" for the account console, where users manage their own accounts.
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openInBrowser } from '../../api/bridge.ts';
import { useClients } from '../../api/clients.ts';
import { useRealmOverview } from '../../api/emulator.ts';
import { TryItRow } from '../../components/try-it.tsx';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** The client without which the account console is off. */
const ACCOUNT_CLIENT = 'account';

export function AccountConsoleRow(): ReactNode {
  const overview = useRealmOverview();
  const clients = useClients().data;
  if (overview === undefined || clients === undefined) return undefined;
  const client = clients.find(({ clientId }) => clientId === ACCOUNT_CLIENT);
  const isOn = client !== undefined && client.enabled !== false;
  return (
    <TryItRow
      title={text('overview:account.title')}
      state={text(isOn ? 'overview:account.ready' : 'overview:account.off')}
      summary={text('overview:account.summary')}
    >
      {isOn ? <OpenConsole url={`${overview.issuer}/account/`} /> : <WhyOff id={client?.id} />}
    </TryItRow>
  );
}

function OpenConsole({ url }: { readonly url: string }): ReactNode {
  return (
    <Group gap="xs">
      <Button size="xs" leftSection={<IconExternalLink size={14} />} onClick={() => openInBrowser(url)}>
        {text('overview:account.open')}
      </Button>
      <Anchor
        href={url}
        target="_blank"
        rel="noreferrer"
        ff="monospace"
        fz="xs"
        underline="always"
        style={{ overflowWrap: 'anywhere' }}
      >
        {url}
      </Anchor>
      <CopyButton value={url} label={text('overview:account.address')} />
    </Group>
  );
}

/** `id`: of the disabled client; undefined: there is none. */
function WhyOff({ id }: { readonly id: string | undefined }): ReactNode {
  if (id === undefined)
    return <Text fz="sm">{text('overview:account.noClient', { client: ACCOUNT_CLIENT })}</Text>;
  return (
    <Text fz="sm">
      <RichText
        of="overview:account.disabled"
        values={{ client: ACCOUNT_CLIENT }}
        parts={{ link: <Anchor component={Link} to={`/clients/${id}`} underline="always" /> }}
      />
    </Text>
  );
}
