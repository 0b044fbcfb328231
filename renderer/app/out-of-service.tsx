// Realms that the server does not serve because one of their files is damaged: which, why, and what to do.
import { Alert, Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useServer } from '../api/emulator.ts';

/** One notice above every screen; nothing while all realms are served. */
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
        Repair the file or restore it from a copy, then restart the server. Understudy does not change or
        delete it.
      </Text>
    </Alert>
  );
}
