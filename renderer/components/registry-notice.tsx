// Says that registry tokens are switched off, and how to switch them on; nothing while they are on.
import { Alert, Anchor, Code, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useServer } from '../api/emulator.ts';

/** Whether feature `docker` is on; undefined while the server has not said. */
export function useRegistryFeature(): boolean | undefined {
  return useServer().data?.features.includes('docker');
}

/** For screens about registries. */
export function RegistryNotice(): ReactNode {
  if (useRegistryFeature() !== false) return undefined;
  return (
    <Alert icon={<IconInfoCircle />} variant="default" title="Registry tokens are switched off">
      <Text fz="sm">
        The endpoint answers 404 until the server is started with{' '}
        <Code style={{ whiteSpace: 'nowrap' }}>--features=docker</Code>, or with{' '}
        <Code style={{ whiteSpace: 'nowrap' }}>features=docker</Code> in the configuration file:{' '}
        <Anchor component={Link} to="/settings" fz="sm" underline="always">
          the Settings screen
        </Anchor>{' '}
        writes it there, and it holds from the next start.
      </Text>
    </Alert>
  );
}
