// The input of one attribute of the user profile, by its annotations.
import {
  Checkbox,
  Group,
  type InputWrapperProps,
  MultiSelect,
  Radio,
  Select,
  TagsInput,
  Text,
  Textarea,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../../texts/text.ts';
import type { Choice } from '../../ui/field.ts';
import { MemberLabel } from '../../ui/member-label.tsx';
import type { ProfileField } from './profile-fields.ts';
import { effectiveControl, effectiveInputType, optionsWith } from './profile-values.ts';

interface Props {
  readonly attribute: ProfileField;
  readonly values: readonly string[];
  readonly problem: string | undefined;
  /** The first field of a dialog has the focus. */
  readonly focused?: boolean;
  readonly onChange: (values: readonly string[]) => void;
}

type Look = Pick<
  InputWrapperProps,
  'label' | 'description' | 'error' | 'required' | 'inputContainer' | 'inputWrapperOrder'
> & { readonly 'data-autofocus'?: boolean };

type Help = Pick<Look, 'description' | 'inputContainer' | 'inputWrapperOrder'>;

function helpOf({ before, after, readOnly }: ProfileField): Help {
  const below = [after, readOnly ? text('users:profile.readOnly') : '']
    .filter((part) => part !== '')
    .join(' ');
  if (before === '') return below === '' ? {} : { description: below };
  const order: Help = { inputWrapperOrder: ['label', 'description', 'input', 'error'] };
  if (below === '') return { ...order, description: before };
  // An input has one description: screen readers get both texts there.
  return {
    ...order,
    description: (
      <>
        {before}
        <VisuallyHidden> {below}</VisuallyHidden>
      </>
    ),
    inputContainer: (input: ReactNode) => (
      <>
        {input}
        <Text c="dimmed" fz="xs" mt={4} aria-hidden>
          {below}
        </Text>
      </>
    ),
  };
}

function lookOf({ attribute, problem, focused }: Props): Look {
  const { field, name, required } = attribute;
  return {
    label: <MemberLabel text={field.label} member={name} />,
    required,
    ...helpOf(attribute),
    ...(problem === undefined ? {} : { error: problem }),
    ...(focused === true ? { 'data-autofocus': true } : {}),
  };
}

/** Values stay readable and can be copied. */
const editingOf = ({ readOnly }: ProfileField): { readOnly: boolean; variant: 'filled' | 'default' } => ({
  readOnly,
  variant: readOnly ? 'filled' : 'default',
});

const single = (value: string | null): readonly string[] => (value === null || value === '' ? [] : [value]);

function TextControl(props: Props): ReactNode {
  const { attribute, values, onChange } = props;
  const { control, limits, placeholder, rows } = attribute;
  const look = { ...lookOf(props), ...editingOf(attribute), ...limits, placeholder, value: values[0] ?? '' };
  const change = (event: { currentTarget: { value: string } }): void =>
    onChange(single(event.currentTarget.value));
  return control === 'textarea' ? (
    <Textarea {...look} rows={rows} onChange={change} />
  ) : (
    <TextInput {...look} type={effectiveInputType(attribute.inputType, values)} onChange={change} />
  );
}

/** Radio buttons, or checkboxes. */
function ChoicesControl(props: Props & { readonly options: readonly Choice[] }): ReactNode {
  const { attribute, values, options, onChange } = props;
  const look = lookOf(props);
  const disabled = attribute.readOnly;
  const isSingle = attribute.control === 'radios';
  const boxes = (
    <Group gap="md" mt={4}>
      {options.map(({ value, label }) =>
        isSingle ? (
          <Radio key={value} value={value} label={label} disabled={disabled} />
        ) : (
          <Checkbox key={value} value={value} label={label} disabled={disabled} />
        ),
      )}
    </Group>
  );
  return isSingle ? (
    <Radio.Group {...look} value={values[0] ?? ''} onChange={(value) => onChange(single(value))}>
      {boxes}
    </Radio.Group>
  ) : (
    <Checkbox.Group {...look} value={[...values]} onChange={onChange}>
      {boxes}
    </Checkbox.Group>
  );
}

/** The input with its label, help texts and problem. */
export function ProfileInput(props: Props): ReactNode {
  const { attribute, values, onChange } = props;
  const options = optionsWith(attribute.options, values);
  const isEmpty = values.length === 0 && !attribute.readOnly;
  const placeholder = isEmpty ? attribute.placeholder : '';
  const look = { ...lookOf(props), ...editingOf(attribute), placeholder };
  switch (effectiveControl(attribute.control, values)) {
    case 'select':
      return (
        <Select
          {...look}
          clearable={!attribute.required && !attribute.readOnly}
          searchable={options.length > 8}
          data={options}
          value={values[0] ?? null}
          onChange={(value) => onChange(single(value))}
        />
      );
    case 'multiselect':
      return (
        <MultiSelect
          {...look}
          searchable
          nothingFoundMessage={text('users:profile.noOptions')}
          data={options}
          value={[...values]}
          onChange={onChange}
        />
      );
    case 'radios':
    case 'checkboxes':
      return <ChoicesControl {...props} options={options} />;
    case 'texts':
      return (
        <TagsInput
          {...look}
          placeholder={isEmpty ? placeholder || text('users:profile.pressEnter') : ''}
          acceptValueOnBlur
          splitChars={[]}
          value={[...values]}
          onChange={onChange}
        />
      );
    default:
      return <TextControl {...props} />;
  }
}
