// A decoded JSON Web Token: header, and claims with readable dates.
import { Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ActivityToken } from '#protocol/contract/activity.ts';
import { text } from '../texts/text.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { describeClaim } from './describe-claim.ts';

function ClaimRow({ name, value }: { readonly name: string; readonly value: unknown }): ReactNode {
  const { text: shown, note } = describeClaim(name, value);
  return (
    <Table.Tr>
      <Table.Th scope="row" ff="monospace" fz="xs" fw={500} w={160} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Table.Th>
      <Table.Td>
        <Text ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {shown}
        </Text>
        {note === undefined ? undefined : (
          <Text c="dimmed" fz="xs">
            {note}
          </Text>
        )}
      </Table.Td>
      <Table.Td w={36}>
        <CopyButton value={shown} label={name} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Shows `token` under its name in the message. */
export function TokenView({ token }: { readonly token: ActivityToken }): ReactNode {
  return (
    <Stack gap="xs">
      <Text fw={600}>
        {token.name}{' '}
        <Text span c="dimmed" fz="sm">
          {text('components:token.header')}
        </Text>
      </Text>
      <CodeBlock
        label={text('components:token.headerOf', { token: token.name })}
        text={JSON.stringify(token.header, undefined, 2)}
      />
      <Text c="dimmed" fz="sm">
        {text('components:token.claims')}
      </Text>
      <Table
        verticalSpacing={4}
        layout="fixed"
        aria-label={text('components:token.claimsOf', { token: token.name })}
      >
        <Table.Tbody>
          {Object.entries(token.claims).map(([name, value]) => (
            <ClaimRow key={name} name={name} value={value} />
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
