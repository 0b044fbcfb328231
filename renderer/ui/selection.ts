// Rows of a table that are selected for a common action.
import { useCallback, useMemo, useState } from 'react';

/** The selected rows by key, also those on other pages. */
export interface Selection<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  /** Selects or deselects rows. */
  readonly set: (rows: readonly Row[], on: boolean) => void;
  readonly clear: () => void;
  readonly keyOf: (row: Row) => string;
}

/** An empty selection. `keyOf` must not change. */
export function useSelection<Row>(keyOf: (row: Row) => string): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map());
  const set = useCallback(
    (changed: readonly Row[], on: boolean) =>
      setRows((before) => {
        const after = new Map(before);
        for (const row of changed) {
          if (on) after.set(keyOf(row), row);
          else after.delete(keyOf(row));
        }
        return after;
      }),
    [keyOf],
  );
  const clear = useCallback(() => setRows(new Map()), []);
  return useMemo(() => ({ rows, set, clear, keyOf }), [rows, set, clear, keyOf]);
}

/** The rows from one to another, in the order shown; just the second if the first is not shown. */
export function rowsBetween<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  from: string | undefined,
  to: string,
): readonly Row[] {
  const end = rows.findIndex((row) => keyOf(row) === to);
  const start = rows.findIndex((row) => keyOf(row) === from);
  if (end === -1) return [];
  return start === -1 ? rows.slice(end, end + 1) : rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}
