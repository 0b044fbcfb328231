// Notice about realms that the server cannot load because one of their files is damaged.
import { Alert, Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useServer } from '../api/emulator.ts';

/** Shown above every screen; renders nothing while all realms are available. */
export function OutOfService(): ReactNode {
  const realms = useServer().data?.outOfService ?? [];
  if (realms.length === 0) return undefined;
  return (
    <Alert color="red" variant="light" m="md" mb={0} title="Realms out of service" role="status">
      {realms.map(({ realm, path, problem }) => (
        <Text key={path} fz="sm">
          {realm === undefined ? 'A realm whose name cannot be read' : `Realm ${realm}`}:{' '}
          <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code> cannot be used ({problem}).
        </Text>
      ))}
      <Text fz="sm" mt={4}>
        Repair the file or restore it from a backup, then restart the server. Understudy does not change or
        delete the file.
      </Text>
    </Alert>
  );
}
