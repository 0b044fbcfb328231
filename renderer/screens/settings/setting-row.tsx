// An option: key and origin on the left, field and help on the right.
import { Badge, Button, Group, Text } from '@mantine/core';
import { IconClock, IconLock, IconPointFilled } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { SettingWire } from '#protocol/contract/settings.ts';
import type { FieldValue } from '../../ui/field.ts';
import { isList } from './check-setting.ts';
import type { FieldProblem } from './read-refusal.ts';
import { shownText, TAKEN_OUT } from './setting-drafts.ts';
import { SettingInput } from './setting-input.tsx';
import classes from './settings.module.css';

interface Props {
  readonly setting: SettingWire;
  /** The unsaved change. */
  readonly draft: FieldValue | undefined;
  readonly problem: FieldProblem | undefined;
  readonly onChange: (draft: string | typeof TAKEN_OUT) => void;
}

function Origin({ setting, draft }: Pick<Props, 'setting' | 'draft'>): ReactNode {
  const isDefault = setting.origin === 'default';
  return (
    <>
      <Group gap={6}>
        <Badge size="sm" radius="sm" tt="none" variant={isDefault ? 'default' : 'outline'}>
          {setting.origin}
        </Badge>
        {draft === undefined ? undefined : (
          <Badge
            size="sm"
            radius="sm"
            tt="none"
            variant="outline"
            leftSection={<IconPointFilled size={10} aria-hidden />}
            style={{ color: 'var(--us-asked)', borderColor: 'var(--us-asked)' }}
          >
            unsaved
          </Badge>
        )}
      </Group>
      {setting.place === undefined ? undefined : <span className={classes['place']}>{setting.place}</span>}
    </>
  );
}

/** A value, or `not set`. */
function valueText(text: string): ReactNode {
  return text === '' ? 'not set' : <code className={classes['value']}>{text}</code>;
}

function Facts({ setting }: { readonly setting: SettingWire }): ReactNode {
  const { defaultValue, example, acts, absolutePath } = setting;
  return (
    <span className={classes['facts']}>
      <span>Default: {valueText(defaultValue)}</span>
      {example === '' || example === defaultValue ? undefined : <span>Example: {valueText(example)}</span>}
      {absolutePath === undefined ? undefined : <span>Resolves to: {valueText(absolutePath)}</span>}
      <span>{acts === 'at once' ? 'Takes effect immediately' : 'Takes effect after a restart'}</span>
    </span>
  );
}

function Restart({ setting }: { readonly setting: SettingWire }): ReactNode {
  const { pending, value, secret } = setting;
  if (pending === undefined) return undefined;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" className={classes['waits']}>
      <IconClock size={14} className={classes['icon']} aria-hidden />
      <span>
        {secret ? (
          'Saved. Takes effect after a restart.'
        ) : (
          <>Saved. Takes effect after a restart. Until then: {valueText(value)}</>
        )}
      </span>
    </Group>
  );
}

function Fixed({ setting }: { readonly setting: SettingWire }): ReactNode {
  return (
    <>
      <Text ff="monospace" fz="sm" className={classes['fixed']} component="div">
        {setting.value === '' ? (
          <Text c="dimmed" fz="sm" span>
            not set
          </Text>
        ) : (
          setting.value
        )}
      </Text>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <IconLock size={14} className={classes['icon']} aria-hidden />
        <span>{setting.notEditableBecause ?? 'This cannot be changed here.'}</span>
      </Group>
    </>
  );
}

function choiceHelp(setting: SettingWire, text: string): string | undefined {
  return isList(setting) ? undefined : setting.choices.find(({ value }) => value === text)?.help;
}

/** The row. Screen readers announce the help with the field. */
export function SettingRow({ setting, draft, problem, onChange }: Props): ReactNode {
  const about = useId();
  const text = shownText(setting, draft);
  const chosen = choiceHelp(setting, text);
  return (
    <li className={classes['row']} data-setting={setting.key}>
      <div className={classes['name']}>
        <span className={classes['key']}>{setting.key}</span>
        <Origin setting={setting} draft={draft} />
      </div>
      <div className={classes['field']}>
        {setting.editable ? (
          <div data-input>
            <SettingInput
              setting={setting}
              text={text}
              problem={problem}
              describedBy={about}
              onChange={onChange}
            />
          </div>
        ) : (
          <Fixed setting={setting} />
        )}
        <div id={about} className={classes['about']}>
          {chosen === undefined ? undefined : <span>{chosen} </span>}
          <span>{setting.help}</span>
          <Facts setting={setting} />
          <Restart setting={setting} />
        </div>
        {setting.editable && setting.inFile && draft !== TAKEN_OUT ? (
          <Button
            size="compact-xs"
            variant="default"
            className={classes['out'] ?? ''}
            aria-label={`Remove ${setting.key} from the file`}
            onClick={() => onChange(TAKEN_OUT)}
          >
            Remove from file
          </Button>
        ) : undefined}
        {draft === TAKEN_OUT ? (
          <Text fz="xs">The line will be removed from the file. The default then applies.</Text>
        ) : undefined}
      </div>
    </li>
  );
}
