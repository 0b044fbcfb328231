// A notice that registry tokens are disabled, and how to enable them.
import { Alert, Anchor, Code, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useServer } from '../api/emulator.ts';

/** Whether the feature `docker` is enabled; undefined while loading. */
export function useRegistryFeature(): boolean | undefined {
  return useServer().data?.features.includes('docker');
}

/** Renders nothing if the feature is enabled. */
export function RegistryNotice(): ReactNode {
  if (useRegistryFeature() !== false) return undefined;
  return (
    <Alert icon={<IconInfoCircle />} variant="default" title="Registry tokens are disabled">
      <Text fz="sm">
        The token endpoint returns 404. To enable it, start the server with{' '}
        <Code style={{ whiteSpace: 'nowrap' }}>--features=docker</Code>, or set{' '}
        <Code style={{ whiteSpace: 'nowrap' }}>features=docker</Code> on the{' '}
        <Anchor component={Link} to="/settings" fz="sm" underline="always">
          Settings screen
        </Anchor>{' '}
        and restart the server.
      </Text>
    </Alert>
  );
}
