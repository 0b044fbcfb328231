// Addresses with copy buttons.
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyValue } from '../../ui/copy-value.tsx';

/** A title, and the address. */
export type AddressRow = readonly [title: string, address: string];

/** Titles and addresses with copy buttons. */
export function AddressTable({
  label,
  rows,
}: {
  readonly label: string;
  readonly rows: readonly AddressRow[];
}): ReactNode {
  return (
    <Table verticalSpacing={6} horizontalSpacing={0} layout="fixed" aria-label={label}>
      <Table.Tbody>
        {rows.map(([title, value]) => (
          <Table.Tr key={title}>
            <Table.Th scope="row" w={112} fw={500}>
              {title}
            </Table.Th>
            <Table.Td>
              <CopyValue value={value} label={title} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
