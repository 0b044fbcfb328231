// Below a list in a dialog: what is selected, also on other pages, and a button that deselects each.
import { Group, Pill, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';
import type { Selection } from './selection.ts';

interface Props<Row> {
  readonly selection: Selection<Row>;
  readonly nameOf: (row: Row) => string;
}

/** Renders nothing while nothing is selected. */
export function SelectedPills<Row>({ selection, nameOf }: Props<Row>): ReactNode {
  const rows = [...selection.rows.values()];
  return rows.length === 0 ? undefined : (
    <Group
      gap={6}
      mah={96}
      style={{ overflowY: 'auto' }}
      role="group"
      aria-label={text('ui:selection.group')}
    >
      <Text fz="sm" c="dimmed">
        {text('ui:selection.label')}
      </Text>
      {rows.map((row) => (
        <Pill
          key={selection.keyOf(row)}
          size="md"
          maw="100%"
          withRemoveButton
          removeButtonProps={{
            'aria-label': text('ui:selection.deselect', { name: nameOf(row) }),
            tabIndex: 0,
            'aria-hidden': false,
          }}
          onRemove={() => selection.set([row], false)}
        >
          {nameOf(row)}
        </Pill>
      ))}
    </Group>
  );
}
