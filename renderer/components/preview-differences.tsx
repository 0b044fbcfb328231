// The claims that an unsaved change would add, replace or remove.
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PreviewDifferenceWire } from '#protocol/contract/token-preview.ts';
import { type PlainKey, text } from '../texts/text.ts';
import { textTable } from '../texts/text-table.ts';
import { pathText, valueText } from './describe-cause.ts';
import classes from './preview-tables.module.css';

/** Titles of the documents. */
export const DOCUMENT_TITLES: Readonly<Record<PreviewDifferenceWire['document'], string>> = textTable({
  accessToken: 'mappers:document.accessToken',
  idToken: 'mappers:document.idToken',
  userInfo: 'mappers:document.userInfo',
  assertion: 'mappers:document.assertion',
});

const KINDS: Readonly<Record<PreviewDifferenceWire['kind'], PlainKey>> = {
  added: 'mappers:preview.added',
  changed: 'mappers:preview.changed',
  removed: 'mappers:preview.removed',
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
        <Text fz="sm">{text(KINDS[kind])}</Text>
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
  if (differences.length === 0) return <Text fz="sm">{text('mappers:preview.same')}</Text>;
  return (
    <Table
      verticalSpacing={6}
      layout="fixed"
      aria-label={text('mappers:preview.differences')}
      className={classes['table'] ?? ''}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text('mappers:preview.claim')}</Table.Th>
          <Table.Th>{text('mappers:preview.value')}</Table.Th>
          <Table.Th w={104}>{text('mappers:preview.change')}</Table.Th>
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
