// Above a table while rows are selected: how many, and what can be done with them.
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type CountKey, text } from '../texts/text.ts';
import classes from './bulk-bar.module.css';

interface Props {
  /** Selected rows, also those on other pages. */
  readonly count: number;
  readonly onClear: () => void;
  /** The count of rows: `components:count.users`. */
  readonly rows: CountKey;
  /** The actions. */
  readonly children: ReactNode;
}

/** Renders nothing while no row is selected. */
export function BulkBar({ count, onClear, rows, children }: Props): ReactNode {
  return (
    <div role="status" className={classes['status']}>
      {count === 0 ? undefined : (
        <Group gap="xs" className={classes['bar'] ?? ''}>
          <Text fz="sm" fw={500}>
            {text('ui:selection.count', { rows: text(rows, { count }) })}
          </Text>
          {children}
          <Button size="compact-sm" variant="subtle" ml="auto" onClick={onClear}>
            {text('ui:selection.clear')}
          </Button>
        </Group>
      )}
    </div>
  );
}
