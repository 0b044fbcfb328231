// A virtualized table with sortable columns, and arrow keys to move between rows.
import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { text } from '../texts/text.ts';
import classes from './data-table.module.css';
import { DRAW_ROW } from './keep-focus.ts';
import { rowsBetween, type Selection } from './selection.ts';
import type { SortOrder } from './sort-rows.ts';

/** Height of a row in pixels, as in the style sheet. */
const ROW_HEIGHT = 40;

/** `maxHeight` of a table in a section below the tabs of a screen. */
export const SECTION_TABLE_HEIGHT = 'max(320px, calc(100vh - 420px))';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly width?: string;
  readonly sortable?: boolean;
  /** Whether the user may hide it, and whether it is shown before the user has chosen. */
  readonly optional?: 'shown' | 'hidden';
  readonly render: (row: Row) => ReactNode;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly order?: SortOrder;
  readonly onSort?: (column: string) => void;
  /** Adds a column of checkboxes. */
  readonly selection?: Selection<Row>;
  /** Name of a row for its checkbox; required with `selection`. */
  readonly nameOf?: (row: Row) => string;
  /** Whether a row has a checkbox. Absent: every row has. Must not change while rows stay the same. */
  readonly isSelectable?: (row: Row) => boolean;
  /** CSS length; by default what fits below the heading of a screen. */
  readonly maxHeight?: string;
  /** Pixels; narrower, the table scrolls. Default: 560, for the full width of a screen. */
  readonly minWidth?: number;
  /** Cells break into several lines, so that nothing is cut. Rows are measured: not for thousands of them. */
  readonly wraps?: boolean;
}

const always = (): boolean => true;

const heightOf = (row: Element): number => row.getBoundingClientRect().height;

/** Selects or deselects all rows shown. */
function AllCheckbox<Row>({
  rows,
  selection,
}: {
  readonly rows: readonly Row[];
  readonly selection: Selection<Row>;
}): ReactNode {
  const selected = rows.filter((row) => selection.rows.has(selection.keyOf(row))).length;
  if (rows.length === 0) return undefined;
  return (
    <input
      ref={(element) => {
        if (element !== null) element.indeterminate = selected > 0 && selected < rows.length;
      }}
      type="checkbox"
      className={classes['checkbox']}
      aria-label={text('ui:selection.all')}
      checked={selected > 0 && selected === rows.length}
      onChange={({ currentTarget: { checked } }) => selection.set(rows, checked)}
    />
  );
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

/** Width of the column of checkboxes in pixels. */
const CHECKBOX_WIDTH = 36;

/** Columns without a width are at least this wide. */
const READABLE_WIDTH = 96;

/** Minimum width in pixels: narrower, the table scrolls, so that columns without a width remain readable. */
function minWidthOf(
  columns: readonly { readonly width?: string }[],
  withCheckboxes: boolean,
  least: number,
): number {
  let fixed = withCheckboxes ? CHECKBOX_WIDTH : 0;
  let percent = 0;
  for (const { width } of columns) {
    if (width?.endsWith('%')) percent += Number.parseFloat(width);
    else fixed += width === undefined ? READABLE_WIDTH : Number.parseFloat(width);
  }
  return Math.max(least, Math.round(fixed / (1 - Math.min(percent, 80) / 100)));
}

interface RowProps<Row> extends Pick<Props<Row>, 'columns'> {
  readonly row: Row;
  readonly id: string;
  readonly name: string;
  /** Undefined if rows cannot be selected. */
  readonly selected: boolean | undefined;
  readonly isSelectable: boolean;
  /** `range`: takes along the rows since the last one. */
  readonly onSelect: (row: Row, on: boolean, range: boolean) => void;
  /** Place in the list. */
  readonly index: number;
  /** Measures a row whose cells wrap; undefined if rows have the usual height. */
  readonly measure: ((element: HTMLTableRowElement | null) => void) | undefined;
}

function Cells<Row>(props: RowProps<Row>): ReactNode {
  const { row, id, columns, name, selected, isSelectable, onSelect, index, measure } = props;
  return (
    <tr
      ref={measure}
      className={classes['row']}
      data-entry={id}
      data-index={index}
      data-wraps={measure === undefined ? undefined : true}
    >
      {selected === undefined ? undefined : (
        <td className={classes['select']}>
          {isSelectable ? (
            <input
              type="checkbox"
              className={classes['checkbox']}
              aria-label={text('ui:selection.one', { name })}
              checked={selected}
              onChange={({ currentTarget: { checked }, nativeEvent }) =>
                onSelect(row, checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          ) : undefined}
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={classes['cell']}>
          {column.render(row)}
        </td>
      ))}
    </tr>
  );
}

/** Scrolling draws only rows that were not there before. */
const MemoCells = memo(Cells) as typeof Cells;

/** The function that selects a row, and with `range` those since the last one. It never changes. */
function useSelectRow<Row>({
  rows,
  selection,
  isSelectable = always,
}: Pick<Props<Row>, 'rows' | 'selection' | 'isSelectable'>) {
  const last = useRef<string | undefined>(undefined);
  const shown = useRef(rows);
  shown.current = rows;
  const set = selection?.set;
  const keyOf = selection?.keyOf;
  return useCallback(
    (row: Row, on: boolean, range: boolean) => {
      if (set === undefined || keyOf === undefined) return;
      const rows = range ? rowsBetween(shown.current, keyOf, last.current, keyOf(row)) : [row];
      set(rows.filter(isSelectable), on);
      last.current = keyOf(row);
    },
    [set, keyOf, isSelectable],
  );
}

/** Scrolls to a row on request, such as one that has returned after an undo. */
function useDrawRow<Row>(
  { rows, keyOf }: Pick<Props<Row>, 'rows' | 'keyOf'>,
  scrollTo: (index: number) => void,
): void {
  useEffect(() => {
    const draw = (event: Event): void => {
      const index = event instanceof CustomEvent ? rows.findIndex((row) => keyOf(row) === event.detail) : -1;
      if (index !== -1) scrollTo(index);
    };
    window.addEventListener(DRAW_ROW, draw);
    return () => window.removeEventListener(DRAW_ROW, draw);
  }, [rows, keyOf, scrollTo]);
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
export function DataTable<Row>(props: Props<Row>): ReactNode {
  const { label, columns, rows, keyOf, order, onSort, selection, nameOf = keyOf } = props;
  const { isSelectable = always, maxHeight, minWidth = 560, wraps = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const select = useSelectRow({ rows, isSelectable, ...(selection === undefined ? {} : { selection }) });
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    measureElement: heightOf,
    overscan: 12,
    initialRect: { width: 800, height: 800 },
  });
  useDrawRow(props, virtualizer.scrollToIndex);
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <section
      ref={frame}
      className={classes['frame']}
      style={{ maxHeight }}
      aria-label={label}
      onKeyDown={walkRows}
    >
      <Table
        highlightOnHover
        stickyHeader
        layout="fixed"
        aria-rowcount={rows.length}
        miw={minWidthOf(columns, selection !== undefined, minWidth)}
      >
        <Table.Thead>
          <Table.Tr>
            {selection === undefined ? undefined : (
              <Table.Th w={CHECKBOX_WIDTH}>
                <AllCheckbox rows={rows.filter(isSelectable)} selection={selection} />
              </Table.Th>
            )}
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
              <MemoCells
                key={keyOf(row)}
                id={keyOf(row)}
                row={row}
                columns={columns}
                name={nameOf(row)}
                selected={selection?.rows.has(keyOf(row))}
                isSelectable={isSelectable(row)}
                onSelect={select}
                index={item.index}
                measure={wraps ? virtualizer.measureElement : undefined}
              />
            );
          })}
          {after > 0 ? <tr style={{ height: after }} /> : undefined}
        </Table.Tbody>
      </Table>
    </section>
  );
}
