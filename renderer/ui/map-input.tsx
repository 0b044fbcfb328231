// A field for names with any number of values each, such as a user's attributes.
import { ActionIcon, Button, Group, Input, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { text } from '../texts/text.ts';
import type { MapRow } from './field.ts';

interface Props {
  readonly label: string;
  readonly rows: readonly MapRow[];
  /** The problem of the map as a whole. */
  readonly problem?: string | undefined;
  /** Problems of single rows, by name. */
  readonly rowProblems?: Readonly<Record<string, string>> | undefined;
  /** Rows are shown and cannot be changed. */
  readonly readOnly?: boolean | undefined;
  readonly onChange: (rows: readonly MapRow[]) => void;
}

/** Problems that no row can show: of the map as a whole, and of missing rows. */
function problemsOfAll({ rows, problem, rowProblems = {} }: Props): string {
  const names = new Set(rows.map(({ name }) => name.trim()));
  const missing = Object.entries(rowProblems).filter(([name]) => !names.has(name));
  const texts = missing.map(([name, words]) => `${name}: ${words}`);
  return [...(problem === undefined ? [] : [problem]), ...texts].filter((words) => words !== '').join(' ');
}

/** Rows can be added and removed, unless they are read-only. */
export function MapInput(props: Props): ReactNode {
  const { label, rows, rowProblems = {}, readOnly = false, onChange } = props;
  const errorId = useId();
  const problem = problemsOfAll(props);
  const change = (key: number, part: Partial<MapRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const nextKey = Math.max(-1, ...rows.map((row) => row.key)) + 1;
  return (
    <Stack gap="xs" role="group" aria-label={label} aria-describedby={problem === '' ? undefined : errorId}>
      {rows.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {text('ui:map.none')}
        </Text>
      ) : undefined}
      {rows.map((row) => (
        <Group key={row.key} gap="xs" align="flex-start">
          <TextInput
            aria-label={text('ui:map.name')}
            placeholder={text('ui:map.placeholder')}
            flex="0 1 200px"
            readOnly={readOnly}
            value={row.name}
            onChange={(event) => change(row.key, { name: event.currentTarget.value })}
          />
          <TagsInput
            aria-label={
              row.name === '' ? text('ui:map.newValues') : text('ui:map.values', { name: row.name })
            }
            placeholder={row.values.length === 0 ? text('ui:map.valuePlaceholder') : ''}
            acceptValueOnBlur
            readOnly={readOnly}
            flex="1 1 150px"
            miw={0}
            error={rowProblems[row.name.trim()]}
            value={[...row.values]}
            onChange={(values) => change(row.key, { values })}
          />
          {readOnly ? undefined : (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={text('ui:map.remove', { name: row.name })}
              onClick={() => onChange(rows.filter((other) => other.key !== row.key))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {readOnly ? undefined : (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...rows, { key: nextKey, name: '', values: [] }])}
          >
            {text('ui:map.add')}
          </Button>
        </Group>
      )}
      {problem === '' ? undefined : <Input.Error id={errorId}>{problem}</Input.Error>}
    </Stack>
  );
}
