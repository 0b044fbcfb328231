// What can be done with the selected clients or users: enable, disable, delete.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSetEnabled } from '../api/enabled.ts';
import { type CountKey, text } from '../texts/text.ts';
import { announceOutcome } from '../ui/announce.tsx';
import { BulkBar } from '../ui/bulk-bar.tsx';
import type { Selection } from '../ui/selection.ts';
import { usePendingDeletions, useUndoableBulkDelete } from './undoable-delete.tsx';

interface Props<Row> {
  readonly selection: Selection<Row>;
  /** Path of an entry in the admin API. */
  readonly pathOf: (row: Row) => string;
  /** Name of an entry. */
  readonly nameOf: (row: Row) => string;
  /** Their number: `components:count.users`. */
  readonly counted: CountKey;
  /** Singular and plural of an entry: `user`, `users`. */
  readonly one: string;
  readonly many: string;
  /** Query key of the lists that contain the entries. */
  readonly queryKey: readonly unknown[];
}

/** Renders nothing while nothing is selected. */
export function BulkActions<Row>(props: Props<Row>): ReactNode {
  const { selection, pathOf, nameOf, counted, one, many, queryKey } = props;
  const change = useSetEnabled(queryKey);
  const remove = useUndoableBulkDelete();
  const pending = usePendingDeletions();
  const rows = [...selection.rows.values()].filter((row) => !pending.has(pathOf(row)));
  const paths = rows.map(pathOf);
  const setEnabled = (enabled: boolean): void => {
    const past = enabled ? 'enabled' : 'disabled';
    void announceOutcome(change.mutateAsync({ paths, enabled }, { onSuccess: selection.clear }), {
      done: (count) => `${enabled ? 'Enabled' : 'Disabled'} ${text(counted, { count })}.`,
      failed: `Not every selected ${one} was ${past}`,
    });
  };
  return (
    <BulkBar count={paths.length} onClear={selection.clear} rows={counted}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={change.isPending}
        onClick={() => setEnabled(true)}
      >
        Enable
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={change.isPending}
        onClick={() => setEnabled(false)}
      >
        Disable
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={change.isPending}
        onClick={() => {
          const [only] = rows;
          const what =
            rows.length === 1 && only !== undefined
              ? `${one} ${nameOf(only)}`
              : text(counted, { count: rows.length });
          remove({
            names: new Map(rows.map((row) => [pathOf(row), `${one} ${nameOf(row)}`])),
            what,
            many,
            queryKey,
          });
          selection.clear();
        }}
      >
        Delete
      </Button>
    </BulkBar>
  );
}
