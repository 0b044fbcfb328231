// The people of a stand-in: a card for each, with buttons that add and remove them.
import { Button, Group, Input, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { text } from '../../texts/text.ts';
import type { FieldInputProps } from '../../ui/field-input.tsx';
import { focusWhenDrawn, giveFocus } from '../../ui/keep-focus.ts';
import {
  examplePeople,
  nameOfPerson,
  type PersonRow,
  readClaims,
  readPeople,
  showClaims,
  writePeople,
} from './people.ts';
import classes from './providers.module.css';

interface RowProps {
  readonly row: PersonRow;
  readonly onChange: (part: PersonRow) => void;
}

/** Keeps blanks and line breaks that the stored object does not have. */
function ClaimsInput({ row, onChange }: RowProps): ReactNode {
  const [entered, setEntered] = useState(() => showClaims(row));
  const isCurrent = JSON.stringify(readClaims(entered)) === JSON.stringify(row.claims);
  const shown = isCurrent ? entered : showClaims(row);
  return (
    <Textarea
      label={text('providers:people.claims')}
      description={text('providers:people.claimsHelp')}
      placeholder='{"groups": ["staff"]}'
      autosize
      minRows={2}
      maxRows={12}
      error={typeof row.claims === 'string' ? text('providers:people.noObject') : undefined}
      value={shown}
      onChange={({ currentTarget: { value } }) => {
        setEntered(value);
        onChange({ claims: readClaims(value) });
      }}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
    />
  );
}

const TEXTS = [
  { member: 'firstName', label: 'providers:people.firstName' },
  { member: 'lastName', label: 'providers:people.lastName' },
  { member: 'email', label: 'providers:people.emailLabel' },
  { member: 'username', label: 'providers:people.username' },
  { member: 'id', label: 'providers:people.id' },
] as const;

function Person({
  row,
  place,
  onChange,
  onRemove,
}: RowProps & { readonly place: number; readonly onRemove: () => void }): ReactNode {
  const name = nameOfPerson(row) || text('providers:people.unnamed', { place: place + 1 });
  return (
    <fieldset className={classes['person']} data-place={place}>
      <legend className={classes['legend']}>{name}</legend>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {TEXTS.map(({ member, label }) => (
          <TextInput
            key={member}
            label={text(label)}
            placeholder={member === 'id' ? text('providers:people.idUnset') : ''}
            value={row[member] ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ [member]: value })}
          />
        ))}
        <Stack gap="xs" justify="flex-end">
          <Switch
            label={text('providers:people.verified')}
            checked={row.emailVerified !== false}
            onChange={({ currentTarget: { checked } }) => onChange({ emailVerified: checked })}
          />
          <Switch
            label={text('providers:people.private')}
            checked={row.emailPrivate === true}
            onChange={({ currentTarget: { checked } }) => onChange({ emailPrivate: checked })}
          />
        </Stack>
      </SimpleGrid>
      <ClaimsInput row={row} onChange={onChange} />
      <Group justify="flex-end">
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={14} />}
          aria-label={text('providers:people.removeLabel', { name })}
          onClick={onRemove}
        >
          {text('providers:people.remove')}
        </Button>
      </Group>
    </fieldset>
  );
}

/** A setting that is no list of people can only be replaced. Rows have keys by place: only the last is added. */
export function PeopleInput({ field, value, problem, onChange }: FieldInputProps): ReactNode {
  const errorId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [generation, setGeneration] = useState(0);
  const rows = readPeople(String(value)) ?? [];
  const write = (next: readonly PersonRow[]): void => onChange(writePeople(next));
  const add = (): void => {
    write([...rows, { firstName: '', emailVerified: true }]);
    focusWhenDrawn(() => list.current?.querySelector(`[data-place="${rows.length}"] input`));
  };
  const remove = (place: number): void => {
    write(rows.filter((_row, other) => other !== place));
    // The inputs of the rows after it must not keep what was entered in their place.
    setGeneration(generation + 1);
    giveFocus([list.current?.querySelector('[data-add]')]);
  };
  return (
    <Stack
      ref={list}
      gap="sm"
      role="group"
      aria-label={field.label}
      aria-describedby={problem === undefined ? undefined : errorId}
    >
      {rows.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {text('providers:people.examples', { names: examplePeople().map(nameOfPerson).join(', ') })}
        </Text>
      ) : undefined}
      {rows.map((row, place) => (
        <Person
          // biome-ignore lint/suspicious/noArrayIndexKey: people have no identity before they are saved
          key={`${generation} ${place}`}
          row={row}
          place={place}
          onChange={(part) => write(rows.map((other, at) => (at === place ? { ...other, ...part } : other)))}
          onRemove={() => remove(place)}
        />
      ))}
      {problem === undefined ? undefined : <Input.Error id={errorId}>{problem}</Input.Error>}
      <Group gap="xs">
        <Button size="xs" variant="default" data-add leftSection={<IconPlus size={14} />} onClick={add}>
          {text('providers:people.add')}
        </Button>
        {rows.length === 0 ? (
          <Button size="xs" variant="default" onClick={() => write(examplePeople())}>
            {text('providers:people.editExamples')}
          </Button>
        ) : undefined}
      </Group>
    </Stack>
  );
}
