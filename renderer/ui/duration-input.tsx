// A field for durations: a number and its unit.
import { Group, NumberInput, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { perLanguage, text } from '../texts/text.ts';
import { DURATION_UNITS, splitDuration } from './duration.ts';

interface Props {
  readonly label: ReactNode;
  /** The label as plain text, for screen readers. */
  readonly name: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly placeholder?: string;
  /** Whole seconds; empty if not set. */
  readonly value: string;
  readonly onChange: (seconds: string) => void;
}

const units = perLanguage(() =>
  DURATION_UNITS.map(({ seconds, many }) => ({ value: String(seconds), label: text(many) })),
);

/** Keeps the selected unit while the number is edited; a value from outside selects its own unit. */
export function DurationInput({ label, name, value, onChange, ...look }: Props): ReactNode {
  const shown = splitDuration(Number(value));
  const [chosen, choose] = useState(value === '' ? 60 : shown.unit);
  const fits = value === '' || Number(value) % chosen === 0;
  const unit = fits ? chosen : shown.unit;
  const amount = value === '' ? '' : Number(value) / unit;
  return (
    <NumberInput
      label={label}
      {...look}
      value={amount}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      styles={{ wrapper: { marginBlock: 0 } }}
      inputContainer={(input) => (
        <Group gap={4} wrap="nowrap" mb={look.description === undefined ? 0 : 4}>
          <div style={{ flex: 1 }}>{input}</div>
          <Select
            aria-label={text('ui:duration.unit', { name })}
            w={112}
            allowDeselect={false}
            data={units()}
            value={String(unit)}
            onChange={(next) => {
              const size = Number(next ?? 1);
              choose(size);
              if (amount !== '') onChange(String(amount * size));
            }}
          />
        </Group>
      )}
      onChange={(next) => onChange(next === '' ? '' : String(Number(next) * unit))}
    />
  );
}
