// Renders a field of a settings form by its kind.
import {
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';
import { DurationInput } from './duration-input.tsx';
import { type Field, type FieldValue, itemsOf, rowsOf } from './field.ts';
import { MapInput } from './map-input.tsx';
import { MemberLabel } from './member-label.tsx';

/** Input of `FieldInput`, and of what renders a field in its place. */
export interface FieldInputProps {
  readonly field: Field;
  readonly value: FieldValue;
  readonly problem: string | undefined;
  /** Problems of a map's rows, by name. */
  readonly rowProblems?: Readonly<Record<string, string>> | undefined;
  readonly onChange: (value: FieldValue) => void;
}

interface Look {
  readonly label: ReactNode;
  readonly description?: string;
  readonly error?: string;
}

function lookOf(field: Field, problem: string | undefined): Look {
  return {
    label: <MemberLabel text={field.label} member={field.member} />,
    ...(field.help === undefined ? {} : { description: field.help }),
    ...(problem === undefined ? {} : { error: problem }),
  };
}

function TextField({ field, value, problem, onChange }: FieldInputProps): ReactNode {
  const look = lookOf(field, problem);
  const written = String(value);
  const change = (event: { currentTarget: { value: string } }): void => onChange(event.currentTarget.value);
  if (field.kind === 'long')
    return (
      <Textarea
        {...look}
        autosize
        minRows={3}
        maxRows={12}
        placeholder={field.placeholder ?? ''}
        value={written}
        onChange={change}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      />
    );
  if (field.kind === 'text' && field.masked === true)
    return <PasswordInput {...look} autoComplete="off" value={written} onChange={change} />;
  return (
    <TextInput
      {...look}
      placeholder={field.kind === 'text' ? (field.placeholder ?? '') : ''}
      value={written}
      onChange={change}
    />
  );
}

function ListField({ field, value, problem, onChange }: FieldInputProps): ReactNode {
  const look = lookOf(field, problem);
  const items = itemsOf(value);
  if (field.kind !== 'list') return undefined;
  if (field.choices !== undefined) {
    const unknown = items.filter((item) => field.choices?.every((choice) => choice.value !== item));
    return (
      <MultiSelect
        {...look}
        searchable
        nothingFoundMessage={text('ui:field.noOptions')}
        placeholder={items.length > 0 ? '' : (field.placeholder ?? '')}
        data={[...field.choices, ...unknown.map((item) => ({ value: item, label: item }))]}
        value={[...items]}
        onChange={onChange}
      />
    );
  }
  return (
    <TagsInput
      {...look}
      acceptValueOnBlur
      placeholder={items.length > 0 ? '' : (field.placeholder ?? '')}
      value={[...items]}
      onChange={onChange}
    />
  );
}

/** The input with its label, help text and problem. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { field, value, problem, onChange } = props;
  const look = lookOf(field, problem);
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          {...look}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          {...look}
          allowDeselect={false}
          searchable={field.choices.length > 8}
          data={choicesWith(field.choices, String(value))}
          value={String(value)}
          onChange={(next) => onChange(next ?? field.initial)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...look}
          allowDecimal={false}
          hideControls
          placeholder={field.unset ?? ''}
          suffix={field.unit === undefined ? '' : ` ${field.unit}`}
          value={String(value)}
          onChange={(next) => onChange(String(next))}
        />
      );
    case 'duration':
      return (
        <DurationInput
          {...look}
          name={field.label}
          placeholder={field.unset ?? ''}
          value={String(value)}
          onChange={onChange}
        />
      );
    case 'list':
      return <ListField {...props} />;
    case 'map':
      return (
        <MapInput
          label={field.label}
          rows={rowsOf(value)}
          problem={problem}
          rowProblems={props.rowProblems}
          readOnly={field.readOnly}
          onChange={onChange}
        />
      );
    default:
      return <TextField {...props} />;
  }
}

/** Adds the value of the realm file if the list does not contain it, so that saving does not lose it. */
function choicesWith(choices: Extract<Field, { kind: 'choice' }>['choices'], value: string) {
  const known = choices.some((choice) => choice.value === value);
  return known ? [...choices] : [...choices, { value, label: text('ui:field.fromFile', { value }) }];
}
