// What can be done with the selected clients or users: enable, disable, delete.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSetEnabled } from '../api/enabled.ts';
import { text } from '../texts/text.ts';
import { announceOutcome } from '../ui/announce.tsx';
import { BulkBar } from '../ui/bulk-bar.tsx';
import type { Selection } from '../ui/selection.ts';
import { usePendingDeletions, useUndoableBulkDelete } from './undoable-delete.tsx';

const WORDS = {
  users: {
    counted: 'components:count.users',
    one: 'components:bulk.user',
    enabled: 'components:bulk.usersEnabled',
    disabled: 'components:bulk.usersDisabled',
    notEnabled: 'components:bulk.usersNotEnabled',
    notDisabled: 'components:bulk.usersNotDisabled',
    notDeleted: 'components:bulk.usersNotDeleted',
  },
  clients: {
    counted: 'components:count.clients',
    one: 'components:bulk.client',
    enabled: 'components:bulk.clientsEnabled',
    disabled: 'components:bulk.clientsDisabled',
    notEnabled: 'components:bulk.clientsNotEnabled',
    notDisabled: 'components:bulk.clientsNotDisabled',
    notDeleted: 'components:bulk.clientsNotDeleted',
  },
} as const;

interface Props<Row> {
  readonly selection: Selection<Row>;
  /** Path of an entry in the admin API. */
  readonly pathOf: (row: Row) => string;
  /** Name of an entry. */
  readonly nameOf: (row: Row) => string;
  readonly kind: 'users' | 'clients';
  /** Query key of the lists that contain the entries. */
  readonly queryKey: readonly unknown[];
}

/** Renders nothing while nothing is selected. */
export function BulkActions<Row>(props: Props<Row>): ReactNode {
  const { selection, pathOf, nameOf, kind, queryKey } = props;
  const words = WORDS[kind];
  const change = useSetEnabled(queryKey);
  const remove = useUndoableBulkDelete();
  const pending = usePendingDeletions();
  const rows = [...selection.rows.values()].filter((row) => !pending.has(pathOf(row)));
  const paths = rows.map(pathOf);
  const setEnabled = (enabled: boolean): void => {
    void announceOutcome(change.mutateAsync({ paths, enabled }, { onSuccess: selection.clear }), {
      done: (count) => text(enabled ? words.enabled : words.disabled, { count }),
      failed: text(enabled ? words.notEnabled : words.notDisabled),
    });
  };
  return (
    <BulkBar count={paths.length} onClear={selection.clear} rows={words.counted}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={change.isPending}
        onClick={() => setEnabled(true)}
      >
        {text('components:bulk.enable')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={change.isPending}
        onClick={() => setEnabled(false)}
      >
        {text('components:bulk.disable')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={change.isPending}
        onClick={() => {
          const [only] = rows;
          const what =
            rows.length === 1 && only !== undefined
              ? text(words.one, { name: nameOf(only) })
              : text(words.counted, { count: rows.length });
          remove({
            names: new Map(rows.map((row) => [pathOf(row), text(words.one, { name: nameOf(row) })])),
            what,
            describeFailed: (count, sent) => text(words.notDeleted, { count, sent }),
            queryKey,
          });
          selection.clear();
        }}
      >
        {text('components:delete.action')}
      </Button>
    </BulkBar>
  );
}
