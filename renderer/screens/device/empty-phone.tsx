// The phone without pending prompts: how to create one.
import { Button, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClients } from '../../api/clients.ts';
import type { DeviceState } from '../../api/device.ts';
import { useApplications, useRealmOverview } from '../../api/emulator.ts';
import { text } from '../../texts/text.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { findCibaClient, writeCibaCommand } from './ciba-command.ts';

function Command(): ReactNode {
  const overview = useRealmOverview();
  const client = findCibaClient(useClients().data ?? []);
  if (overview === undefined || client === undefined) return undefined;
  const username = overview.namedUsers[0]?.username ?? 'alice';
  return (
    <Stack gap={4}>
      <Text fz="sm" c="dimmed">
        {text('device:empty.command', { client: client.clientId ?? '' })}
      </Text>
      <CodeBlock
        text={writeCibaCommand({ issuer: overview.issuer, client, username })}
        label={text('device:empty.commandCopied')}
      />
    </Stack>
  );
}

function FirstStep(): ReactNode {
  const hasApplications = (useApplications().data?.length ?? 0) > 0;
  const clients = useClients().data;
  if (hasApplications)
    return (
      <Button component={Link} to="/overview" size="xs" leftSection={<IconPlayerPlay size={14} />}>
        {text('device:empty.tryIt')}
      </Button>
    );
  return clients === undefined || findCibaClient(clients) !== undefined ? undefined : (
    <Button component={Link} to="/clients" size="xs">
      {text('device:empty.enable')}
    </Button>
  );
}

/** With an external authentication entity, no prompts arrive here. */
export function EmptyPhone({ device }: { readonly device: DeviceState }): ReactNode {
  if (device.authenticationEntity !== undefined)
    return <EmptyState title={text('device:empty.elsewhere')} text={text('device:empty.elsewhereText')} />;
  return (
    <>
      <EmptyState
        title={text('device:empty.title')}
        text={text('device:empty.text')}
        action={<FirstStep />}
      />
      <Command />
    </>
  );
}
