// The line at the bottom: where the server listens, what is on, what time the realm believes it is, and the version.
import { Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useRealmOverview, useServer } from '../api/emulator.ts';
import { describeOffset } from './describe-offset.ts';

function Address({ address }: { readonly address: string }): ReactNode {
  const clipboard = useClipboard({ timeout: 1500 });
  return (
    <Tooltip label={clipboard.copied ? 'Copied' : 'Copy the address'}>
      <UnstyledButton ff="monospace" fz="xs" onClick={() => clipboard.copy(address)}>
        {address}
      </UnstyledButton>
    </Tooltip>
  );
}

function Connection({ live }: { readonly live: boolean }): ReactNode {
  return (
    <Group gap={4} role="status">
      {live ? (
        <IconCircleCheck size={14} color="var(--us-accepted)" aria-hidden />
      ) : (
        <IconAlertTriangle size={14} color="var(--us-refused)" aria-hidden />
      )}
      <Text fz="xs">{live ? 'live' : 'reconnecting …'}</Text>
    </Group>
  );
}

/** `live` says whether the stream of exchanges is open. */
export function StatusLine({ live }: { readonly live: boolean }): ReactNode {
  const api = useApi();
  const server = useServer().data;
  const offsetMs = useRealmOverview()?.clockOffsetMs ?? 0;
  return (
    <Group gap="md" px="sm" h="100%" wrap="nowrap" style={{ overflow: 'hidden', whiteSpace: 'nowrap' }}>
      <Connection live={live} />
      {server?.addresses.map((address) => (
        <Address key={address} address={address} />
      ))}
      {server === undefined || server.features.length === 0 ? undefined : (
        <Text fz="xs" c="dimmed">
          {server.features.join(', ')}
        </Text>
      )}
      {offsetMs === 0 ? undefined : (
        <Group gap={4}>
          <IconClock size={14} color="var(--us-asked)" aria-hidden />
          <Text fz="xs">realm clock {describeOffset(offsetMs)}</Text>
        </Group>
      )}
      <Group gap="md" ml="auto" wrap="nowrap">
        <Text fz="xs" c="dimmed">
          {server === undefined ? '' : `Understudy ${server.version} · ${server.runtime}`}
        </Text>
        {api.signOut === undefined ? undefined : (
          <UnstyledButton fz="xs" onClick={() => void api.signOut?.()}>
            <Group gap={4}>
              <IconLogout size={14} aria-hidden /> Sign out
            </Group>
          </UnstyledButton>
        )}
      </Group>
    </Group>
  );
}
