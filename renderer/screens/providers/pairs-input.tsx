// Names and values of a mapper's setting.
import { Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { text } from '../../texts/text.ts';
import type { FieldInputProps } from '../../ui/field-input.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { type Pair, readPairs, writePairs } from './mapper-fields.ts';
import classes from './providers.module.css';

/** A name without a value matches nothing but an empty value. */
export function PairsInput({ field, value, problem, onChange }: FieldInputProps): ReactNode {
  const pairs = readPairs(String(value));
  const write = (next: readonly Pair[]): void => onChange(writePairs(next));
  const change = (place: number, part: Partial<Pair>): void =>
    write(pairs.map((pair, at) => (at === place ? { ...pair, ...part } : pair)));
  return (
    <Stack gap="xs" role="group" aria-label={field.label}>
      <MemberLabel text={field.label} member={field.member} />
      {field.help === undefined ? undefined : (
        <Text fz="xs" c="dimmed">
          {field.help}
        </Text>
      )}
      {pairs.map((pair, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no identity
        <div key={place} className={classes['pair']}>
          <TextInput
            aria-label={text('providerForms:pair.name', { place: place + 1 })}
            placeholder={text('providerForms:pair.namePlaceholder')}
            value={pair.key}
            onChange={({ currentTarget }) => change(place, { key: currentTarget.value })}
          />
          <TextInput
            aria-label={text('providerForms:pair.value', { place: place + 1 })}
            placeholder={text('providerForms:pair.valuePlaceholder')}
            value={pair.value}
            onChange={({ currentTarget }) => change(place, { value: currentTarget.value })}
          />
          <IconAction
            label={text('providerForms:pair.remove', { place: place + 1 })}
            icon={<IconTrash size={16} />}
            onClick={() => write(pairs.filter((_pair, at) => at !== place))}
          />
        </div>
      ))}
      {problem === undefined ? undefined : <Input.Error>{problem}</Input.Error>}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => write([...pairs, { key: '', value: '' }])}
        >
          {text('providerForms:pair.add')}
        </Button>
      </Group>
    </Stack>
  );
}
