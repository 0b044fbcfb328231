// The phone without pending prompts: how to create one.
import { Button, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClients } from '../../api/clients.ts';
import type { DeviceState } from '../../api/device.ts';
import { useApplications, useRealmOverview } from '../../api/emulator.ts';
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
        Or send a request as client {client.clientId} from a terminal:
      </Text>
      <CodeBlock text={writeCibaCommand({ issuer: overview.issuer, client, username })} label="command" />
    </Stack>
  );
}

function FirstStep(): ReactNode {
  const hasApplications = (useApplications().data?.length ?? 0) > 0;
  const clients = useClients().data;
  if (hasApplications)
    return (
      <Button component={Link} to="/overview" size="xs" leftSection={<IconPlayerPlay size={14} />}>
        Try it on Overview
      </Button>
    );
  return clients === undefined || findCibaClient(clients) !== undefined ? undefined : (
    <Button component={Link} to="/clients" size="xs">
      Enable CIBA for a client
    </Button>
  );
}

/** With an external authentication entity, no prompts arrive here. */
export function EmptyPhone({ device }: { readonly device: DeviceState }): ReactNode {
  if (device.authenticationEntity !== undefined)
    return (
      <EmptyState
        title="No prompts on this phone"
        text="They are sent to the authentication entity named above."
      />
    );
  return (
    <>
      <EmptyState
        title="Nothing to approve"
        text="When a client sends a CIBA request, its prompt appears here, as it would on the user’s phone."
        action={<FirstStep />}
      />
      <Command />
    </>
  );
}
