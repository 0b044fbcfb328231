// Sorting of table rows.
import { compareNames } from '../texts/locale.ts';

/** The sorted column and its direction. */
export interface SortOrder {
  readonly column: string;
  readonly descending: boolean;
}

/** The order after a click on a column heading: ascending first, descending at the second click. */
export function nextOrder(order: SortOrder, column: string): SortOrder {
  return { column, descending: order.column === column && !order.descending };
}

/** The order in a URL: the column, after a hyphen if descending. */
export function readOrder(text: string): SortOrder {
  return { column: text.replace(/^-/, ''), descending: text.startsWith('-') };
}

/** The order for a URL. */
export function writeOrder({ column, descending }: SortOrder): string {
  return `${descending ? '-' : ''}${column}`;
}

/** Returns a sorted copy. Numbers in texts are compared as numbers: `client-2` before `client-10`. */
export function sortRows<Row>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
  descending: boolean,
): readonly Row[] {
  const sign = descending ? -1 : 1;
  return [...rows].sort((left, right) => sign * compareNames(textOf(left), textOf(right)));
}
