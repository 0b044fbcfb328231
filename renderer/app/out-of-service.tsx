// Notice about realms that the server cannot load because one of their files is damaged.
import { Alert, Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RealmOutOfServiceWire } from '#protocol/contract/admin-api.ts';
import { useServer } from '../api/emulator.ts';
import { RichText } from '../texts/rich-text.ts';
import { text } from '../texts/text.ts';

function Damage({ realm, path, problem }: RealmOutOfServiceWire): ReactNode {
  const parts = { path: <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code> };
  const reason = <span lang="en">{problem}</span>;
  return realm === undefined ? (
    <RichText of="app:outOfService.unnamed" values={{ problem: reason }} parts={parts} />
  ) : (
    <RichText of="app:outOfService.named" values={{ realm, problem: reason }} parts={parts} />
  );
}

/** Shown above every screen; renders nothing while all realms are available. */
export function OutOfService(): ReactNode {
  const realms = useServer().data?.outOfService ?? [];
  if (realms.length === 0) return undefined;
  return (
    <Alert color="red" variant="light" m="md" mb={0} title={text('app:outOfService.title')} role="status">
      {realms.map((row) => (
        <Text key={row.path} fz="sm">
          <Damage {...row} />
        </Text>
      ))}
      <Text fz="sm" mt={4}>
        {text('app:outOfService.remedy')}
      </Text>
    </Alert>
  );
}
