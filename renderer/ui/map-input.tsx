// Names with any number of values each: a user's attributes, for instance.
import { ActionIcon, Button, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { MapRow } from './field.ts';

interface Props {
  readonly rows: readonly MapRow[];
  readonly onChange: (rows: readonly MapRow[]) => void;
}

/** Rows that can be added and taken away. */
export function MapInput({ rows, onChange }: Props): ReactNode {
  const change = (key: number, part: Partial<MapRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const nextKey = Math.max(-1, ...rows.map((row) => row.key)) + 1;
  return (
    <Stack gap="xs">
      {rows.length === 0 ? (
        <Text c="dimmed" fz="sm">
          None.
        </Text>
      ) : undefined}
      {rows.map((row) => (
        <Group key={row.key} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            aria-label="Name of the attribute"
            placeholder="Name"
            w={200}
            value={row.name}
            onChange={(event) => change(row.key, { name: event.currentTarget.value })}
          />
          <TagsInput
            aria-label={`Values of ${row.name === '' ? 'the attribute' : row.name}`}
            placeholder={row.values.length === 0 ? 'Values, Enter after each' : ''}
            acceptValueOnBlur
            style={{ flex: 1 }}
            value={[...row.values]}
            onChange={(values) => change(row.key, { values })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Remove attribute ${row.name}`}
            onClick={() => onChange(rows.filter((other) => other.key !== row.key))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rows, { key: nextKey, name: '', values: [] }])}
        >
          Add attribute
        </Button>
      </Group>
    </Stack>
  );
}
