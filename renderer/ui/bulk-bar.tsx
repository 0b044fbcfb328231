// Above a table while rows are selected: how many, and what can be done with them.
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './bulk-bar.module.css';
import { countOf } from './pages.tsx';

interface Props {
  /** Selected rows, also those on other pages. */
  readonly count: number;
  readonly onClear: () => void;
  /** Singular and plural of a row: `user`, `users`. */
  readonly one: string;
  readonly many: string;
  /** The actions. */
  readonly children: ReactNode;
}

/** Renders nothing while no row is selected. */
export function BulkBar({ count, onClear, one, many, children }: Props): ReactNode {
  return (
    <div role="status" className={classes['status']}>
      {count === 0 ? undefined : (
        <Group gap="xs" className={classes['bar'] ?? ''}>
          <Text fz="sm" fw={500}>
            {countOf(count, one, many)} selected
          </Text>
          {children}
          <Button size="compact-sm" variant="subtle" ml="auto" onClick={onClear}>
            Clear selection
          </Button>
        </Group>
      )}
    </div>
  );
}
