// The line at the bottom: connection, addresses, features, the realm's clock, and version.
import { Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconDatabase, IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ServerInfoWire } from '#protocol/contract/admin-api.ts';
import { useApi } from '../api/api-context.tsx';
import { useRealmOverview, useServer } from '../api/emulator.ts';
import { text } from '../texts/text.ts';
import { describeClock } from './describe-clock.ts';
import classes from './status-line.module.css';

function Address({ address }: { readonly address: string }): ReactNode {
  const clipboard = useClipboard({ timeout: 1500 });
  return (
    <Tooltip label={text(clipboard.copied ? 'app:status.copied' : 'app:status.copyAddress')}>
      <UnstyledButton
        ff="monospace"
        fz="xs"
        className={classes['shrinks'] ?? ''}
        onClick={() => clipboard.copy(address)}
      >
        {address}
      </UnstyledButton>
    </Tooltip>
  );
}

interface Props {
  /** Whether the activity stream is open. */
  readonly live: boolean;
  /** Whether the server is unreachable. */
  readonly gone: boolean;
}

function Connection({ live, gone }: Props): ReactNode {
  return (
    <Group gap={4} wrap="nowrap" role="status">
      {live && !gone ? (
        <IconCircleCheck size={14} color="var(--us-accepted)" aria-hidden />
      ) : (
        <IconAlertTriangle size={14} color="var(--us-refused)" aria-hidden />
      )}
      <Text fz="xs">
        {text(gone ? 'app:status.unreachable' : live ? 'app:status.live' : 'app:status.reconnecting')}
      </Text>
    </Group>
  );
}

const STORES = {
  files: 'app:status.store.files',
  memory: 'app:status.store.memory',
  postgres: 'app:status.store.postgres',
} as const;

/** Where the server keeps its state. */
function StateStore({ kind, place }: ServerInfoWire['store']): ReactNode {
  const name = text(STORES[kind], { place });
  return (
    <Tooltip label={place} disabled={kind !== 'files'}>
      <Group gap={4} wrap="nowrap" className={classes['yields'] ?? ''}>
        <IconDatabase size={14} style={{ flexShrink: 0 }} aria-hidden />
        <Text fz="xs" c="dimmed" truncate>
          {name}
        </Text>
      </Group>
    </Tooltip>
  );
}

/** Visible on every screen. */
export function StatusLine({ live, gone }: Props): ReactNode {
  const api = useApi();
  const server = useServer().data;
  const overview = useRealmOverview();
  const clock = overview === undefined ? undefined : describeClock(overview);
  return (
    <Group gap="md" px="sm" h="100%" wrap="nowrap" className={classes['line'] ?? ''}>
      <Connection live={live} gone={gone} />
      {server?.addresses.map((address) => (
        <Address key={address} address={address} />
      ))}
      {server === undefined || server.features.length === 0 ? undefined : (
        <Text fz="xs" c="dimmed" className={classes['yields'] ?? ''}>
          {server.features.join(', ')}
        </Text>
      )}
      {server === undefined ? undefined : <StateStore {...server.store} />}
      {clock === undefined ? undefined : (
        <Group gap={4} wrap="nowrap" className={classes['shrinks'] ?? ''}>
          <IconClock size={14} color="var(--us-asked)" style={{ flexShrink: 0 }} aria-hidden />
          <Text fz="xs" truncate>
            {text('app:status.clock', { clock })}
          </Text>
        </Group>
      )}
      <Text fz="xs" c="dimmed" ml="auto" className={classes['yields'] ?? ''}>
        {server === undefined ? '' : `Understudy ${server.version} · ${server.runtime}`}
      </Text>
      {api.signOut === undefined ? undefined : (
        <UnstyledButton fz="xs" onClick={() => void api.signOut?.()}>
          <Group gap={4} wrap="nowrap">
            <IconLogout size={14} aria-hidden /> {text('app:status.signOut')}
          </Group>
        </UnstyledButton>
      )}
    </Group>
  );
}
