// Which columns a table shows: a menu, and the choice remembered by this browser.
import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconColumns } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { text } from '../texts/text.ts';
import type { Column } from './data-table.tsx';

/** The columns to show, and the menu that chooses them. */
export interface ColumnChoice<Row> {
  readonly columns: readonly Column<Row>[];
  readonly menu: ReactNode;
}

/** Changes that the user made, by key of the column. */
type Choices = Readonly<Record<string, boolean>>;

function isShown<Row>(column: Column<Row>, choices: Choices): boolean {
  if (column.optional === undefined) return true;
  return choices[column.key] ?? column.optional === 'shown';
}

/** `table` names the list in the browser's storage. Columns without `optional` are always shown. */
export function useColumnChoice<Row>(table: string, columns: readonly Column<Row>[]): ColumnChoice<Row> {
  const [choices, setChoices] = useLocalStorage<Choices>({
    key: `understudy.console.columns.${table}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const menu = (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns size={16} aria-hidden />}>
          {text('ui:columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={text('ui:columns')}>
        <Stack gap="xs">
          {columns.flatMap((column) =>
            column.optional === undefined
              ? []
              : [
                  <Checkbox
                    key={column.key}
                    size="xs"
                    label={column.title}
                    checked={isShown(column, choices)}
                    onChange={({ currentTarget: { checked } }) =>
                      setChoices({ ...choices, [column.key]: checked })
                    }
                  />,
                ],
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
  const shown = useMemo(() => columns.filter((column) => isShown(column, choices)), [columns, choices]);
  return { columns: shown, menu };
}
