// The field of an option, by its type.
import { MultiSelect, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { LEVEL_SEVERITY } from '#protocol/contract/log-levels.ts';
import type { SettingWire } from '#protocol/contract/settings.ts';
import { text } from '../../texts/text.ts';
import { isList } from './check-setting.ts';
import { describeUnit } from './describe-option.ts';
import type { FieldProblem } from './read-refusal.ts';
import classes from './settings.module.css';

/** Props of an option's field. */
export interface SettingInputProps {
  readonly setting: SettingWire;
  /** The value. */
  readonly shown: string;
  readonly problem: FieldProblem | undefined;
  /** Id of the element that describes the field. */
  readonly describedBy: string;
  readonly onChange: (text: string) => void;
}

function Problem({ problem }: { readonly problem: FieldProblem }): ReactNode {
  return (
    <span lang={problem.lang}>
      {problem.text}
      {problem.drawing === undefined ? undefined : (
        <span className={classes['drawing']}>{problem.drawing}</span>
      )}
    </span>
  );
}

const levels = Object.keys(LEVEL_SEVERITY).map((name) => ({
  value: name.toLowerCase(),
  label: name.toLowerCase(),
}));

function choicesOf({ type, choices }: SettingWire): readonly { value: string; label: string }[] {
  if (type === 'level') return levels;
  return choices.map(({ value }) => ({ value, label: value }));
}

/** Adds the value of the file if the list does not contain it. */
function withValue(
  choices: readonly { value: string; label: string }[],
  shown: string,
): { value: string; label: string }[] {
  const known = shown === '' || choices.some(({ value }) => value === shown);
  return known ? [...choices] : [...choices, { value: shown, label: shown }];
}

function ChoiceInput({ setting, shown, problem, describedBy, onChange }: SettingInputProps): ReactNode {
  const value = setting.type === 'level' ? shown.toLowerCase() : shown;
  const canBeUnset = setting.defaultValue === '';
  return (
    <Select
      aria-label={setting.key}
      aria-describedby={describedBy}
      error={problem === undefined ? undefined : <Problem problem={problem} />}
      allowDeselect={canBeUnset}
      clearable={canBeUnset}
      clearButtonProps={{ 'aria-label': text('settings:field.unset', { key: setting.key }) }}
      placeholder={text('settings:field.notSet')}
      data={withValue(choicesOf(setting), value)}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

function ListInput({ setting, shown, problem, describedBy, onChange }: SettingInputProps): ReactNode {
  const items = shown
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const unknown = items.filter((item) => setting.choices.every(({ value }) => value !== item));
  return (
    <MultiSelect
      aria-label={setting.key}
      aria-describedby={describedBy}
      error={problem === undefined ? undefined : <Problem problem={problem} />}
      data={[...choicesOf(setting), ...unknown.map((item) => ({ value: item, label: item }))]}
      value={[...new Set(items)]}
      onChange={(next) => onChange(next.join(','))}
    />
  );
}

function TypedInput({ setting, shown, problem, describedBy, onChange }: SettingInputProps): ReactNode {
  const { unit } = setting;
  const isNumber = setting.type === 'port' || setting.type === 'integer';
  const change = (event: { currentTarget: { value: string } }): void => onChange(event.currentTarget.value);
  const shared = {
    'aria-label': setting.key,
    'aria-describedby': describedBy,
    error: problem === undefined ? undefined : <Problem problem={problem} />,
    value: shown,
    onChange: change,
    classNames: { input: classes['wire'] ?? '' },
  };
  if (setting.secret)
    return (
      <PasswordInput
        {...shared}
        autoComplete="off"
        placeholder={text(setting.value === '' ? 'settings:field.notSet' : 'settings:field.secretSet')}
        visibilityToggleButtonProps={{
          'aria-label': text('settings:field.showSecret', { key: setting.key }),
        }}
      />
    );
  return (
    <TextInput
      {...shared}
      autoComplete="off"
      spellCheck={false}
      inputMode={isNumber ? 'numeric' : 'text'}
      placeholder={text('settings:field.notSet')}
      maw={isNumber ? 240 : undefined}
      rightSectionWidth={unit === undefined ? undefined : 56}
      rightSection={
        unit === undefined ? undefined : <span className={classes['unit']}>{describeUnit(unit)}</span>
      }
    />
  );
}

/** The field for the type of the option. */
export function SettingInput(props: SettingInputProps): ReactNode {
  const { setting, shown, describedBy, onChange } = props;
  if (setting.type === 'boolean')
    return (
      <Switch
        aria-label={setting.key}
        aria-describedby={describedBy}
        label={shown === 'true' ? 'true' : 'false'}
        checked={shown === 'true'}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    );
  if (isList(setting)) return <ListInput {...props} />;
  if (setting.type === 'level' || setting.choices.length > 0) return <ChoiceInput {...props} />;
  return <TypedInput {...props} />;
}
