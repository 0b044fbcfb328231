// Order of rows in a table.

/** What a table is sorted by. */
export interface SortOrder {
  readonly column: string;
  readonly descending: boolean;
}

/** The order after somebody pressed a column's heading: that column, and the other way round at the second press. */
export function nextOrder(order: SortOrder, column: string): SortOrder {
  return { column, descending: order.column === column && !order.descending };
}

/** A sorted copy; numbers inside texts count as numbers (`client-2` before `client-10`). */
export function sortRows<Row>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
  descending: boolean,
): readonly Row[] {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const sign = descending ? -1 : 1;
  return [...rows].sort((left, right) => sign * collator.compare(textOf(left), textOf(right)));
}
