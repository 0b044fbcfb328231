// A virtualized table with sortable columns, and arrow keys to move between rows.
import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import classes from './data-table.module.css';
import type { SortOrder } from './sort-rows.ts';

const ROW_HEIGHT = 40;

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly width?: string;
  readonly sortable?: boolean;
  readonly render: (row: Row) => ReactNode;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly order?: SortOrder;
  readonly onSort?: (column: string) => void;
}

function Heading<Row>({
  column,
  order,
  onSort,
}: { column: Column<Row> } & Pick<Props<Row>, 'order' | 'onSort'>): ReactNode {
  const active = order?.column === column.key;
  const direction = order?.descending === true ? 'descending' : 'ascending';
  return (
    <Table.Th w={column.width} aria-sort={active ? direction : undefined}>
      {column.sortable === true && onSort !== undefined ? (
        <UnstyledButton className={classes['sort']} onClick={() => onSort(column.key)}>
          {column.title}
          {active ? (
            direction === 'descending' ? (
              <IconArrowDown size={14} />
            ) : (
              <IconArrowUp size={14} />
            )
          ) : undefined}
        </UnstyledButton>
      ) : (
        column.title
      )}
    </Table.Th>
  );
}

/** Minimum width in pixels: narrower, the table scrolls, so that columns without a width remain readable. */
function minWidthOf(columns: readonly { readonly width?: string }[]): number {
  const widths = columns.map(({ width }) => (width?.endsWith('px') ? Number.parseInt(width, 10) : 96));
  return Math.max(
    560,
    widths.reduce((sum, width) => sum + width, 0),
  );
}

/** Moves the focus between rows, to the first link or button of each. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr')];
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = here === -1 ? undefined : rows[here + step]?.querySelector<HTMLElement>('a, button');
  if (next === undefined || next === null) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/** The first cell of each row should contain the link that opens it. */
export function DataTable<Row>({ label, columns, rows, keyOf, order, onSort }: Props<Row>): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialRect: { width: 800, height: 800 },
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <section ref={frame} className={classes['frame']} aria-label={label} onKeyDown={walkRows}>
      <Table
        highlightOnHover
        stickyHeader
        layout="fixed"
        aria-rowcount={rows.length}
        miw={minWidthOf(columns)}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Heading
                key={column.key}
                column={column}
                {...(order === undefined ? {} : { order })}
                {...(onSort === undefined ? {} : { onSort })}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {before > 0 ? <tr style={{ height: before }} /> : undefined}
          {items.map((item) => {
            const row = rows[item.index];
            return row === undefined ? undefined : (
              <Table.Tr key={keyOf(row)} h={ROW_HEIGHT}>
                {columns.map((column) => (
                  <Table.Td key={column.key} className={classes['cell']}>
                    {column.render(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
          {after > 0 ? <tr style={{ height: after }} /> : undefined}
        </Table.Tbody>
      </Table>
    </section>
  );
}
