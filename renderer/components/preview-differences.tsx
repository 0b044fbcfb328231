// The claims that an unsaved change would add, replace or remove.
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PreviewDifferenceWire } from '#protocol/contract/token-preview.ts';
import { pathText, valueText } from './describe-cause.ts';
import classes from './preview-tables.module.css';

/** Titles of the documents. */
export const DOCUMENT_TITLES: Readonly<Record<PreviewDifferenceWire['document'], string>> = {
  accessToken: 'Access token',
  idToken: 'ID token',
  userInfo: 'Userinfo',
  assertion: 'Assertion',
};

const KINDS: Readonly<Record<PreviewDifferenceWire['kind'], string>> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
};

function DifferenceRow({ difference }: { readonly difference: PreviewDifferenceWire }): ReactNode {
  const { document, path, kind, before, after } = difference;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={600}>
        <span className={classes['wire']}>{pathText(path)}</span>
        <Text c="dimmed" fz="xs">
          {DOCUMENT_TITLES[document]}
        </Text>
      </Table.Th>
      <Table.Td>
        {kind === 'changed' ? (
          <Text span c="dimmed" fz="xs" td="line-through" className={classes['wire'] ?? ''}>
            {`${valueText(before)}\n`}
          </Text>
        ) : undefined}
        <span className={classes['wire']}>{valueText(kind === 'removed' ? before : after)}</span>
      </Table.Td>
      <Table.Td>
        <Text fz="sm">{KINDS[kind]}</Text>
      </Table.Td>
    </Table.Tr>
  );
}

/** A sentence if nothing differs. */
export function PreviewDifferences({
  differences,
}: {
  readonly differences: readonly PreviewDifferenceWire[];
}): ReactNode {
  if (differences.length === 0) return <Text fz="sm">Nothing would change in the tokens of this user.</Text>;
  return (
    <Table
      verticalSpacing={6}
      layout="fixed"
      aria-label="What would change"
      className={classes['table'] ?? ''}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Claim</Table.Th>
          <Table.Th>Value</Table.Th>
          <Table.Th w={104}>Change</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differences.map((difference) => (
          <DifferenceRow
            key={`${difference.document} ${pathText(difference.path)}`}
            difference={difference}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}
