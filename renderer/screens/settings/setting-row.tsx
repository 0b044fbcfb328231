// An option: key and origin on the left, field and help on the right.
import { Badge, Button, Group, Text } from '@mantine/core';
import { IconClock, IconLock, IconPointFilled } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { SettingWire } from '#protocol/contract/settings.ts';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import type { FieldValue } from '../../ui/field.ts';
import { isList } from './check-setting.ts';
import { choiceHelpOf, describeFixed, helpOf, ORIGINS } from './describe-option.ts';
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
          {text(ORIGINS[setting.origin])}
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
            {text('settings:unsavedBadge')}
          </Badge>
        )}
      </Group>
      {setting.place === undefined ? undefined : <span className={classes['place']}>{setting.place}</span>}
    </>
  );
}

/** A value, or `not set`. */
function valueText(value: string): ReactNode {
  return value === '' ? text('settings:notSet') : <code className={classes['value']}>{value}</code>;
}

function Facts({ setting }: { readonly setting: SettingWire }): ReactNode {
  const { defaultValue, example, acts, absolutePath } = setting;
  return (
    <span className={classes['facts']}>
      <span>
        <RichText of="settings:fact.default" values={{ value: valueText(defaultValue) }} />
      </span>
      {example === '' || example === defaultValue ? undefined : (
        <span>
          <RichText of="settings:fact.example" values={{ value: valueText(example) }} />
        </span>
      )}
      {absolutePath === undefined ? undefined : (
        <span>
          <RichText of="settings:fact.path" values={{ value: valueText(absolutePath) }} />
        </span>
      )}
      <span>{text(acts === 'at once' ? 'settings:fact.atOnce' : 'settings:fact.atRestart')}</span>
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
          text('settings:restart.secret')
        ) : (
          <RichText of="settings:restart.value" values={{ value: valueText(value) }} />
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
            {text('settings:notSet')}
          </Text>
        ) : (
          setting.value
        )}
      </Text>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <IconLock size={14} className={classes['icon']} aria-hidden />
        <span>{describeFixed(setting)}</span>
      </Group>
    </>
  );
}

function choiceHelp(setting: SettingWire, value: string): string {
  return isList(setting) ? '' : choiceHelpOf(setting, value);
}

/** The row. Screen readers announce the help with the field. */
export function SettingRow({ setting, draft, problem, onChange }: Props): ReactNode {
  const about = useId();
  const shown = shownText(setting, draft);
  const chosen = choiceHelp(setting, shown);
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
              shown={shown}
              problem={problem}
              describedBy={about}
              onChange={onChange}
            />
          </div>
        ) : (
          <Fixed setting={setting} />
        )}
        <div id={about} className={classes['about']}>
          {chosen === '' ? undefined : <span>{chosen} </span>}
          <span>{helpOf(setting)}</span>
          <Facts setting={setting} />
          <Restart setting={setting} />
        </div>
        {setting.editable && setting.inFile && draft !== TAKEN_OUT ? (
          <Button
            size="compact-xs"
            variant="default"
            className={classes['out'] ?? ''}
            aria-label={text('settings:takeOut.label', { key: setting.key })}
            onClick={() => onChange(TAKEN_OUT)}
          >
            {text('settings:takeOut.action')}
          </Button>
        ) : undefined}
        {draft === TAKEN_OUT ? <Text fz="xs">{text('settings:takeOut.taken')}</Text> : undefined}
      </div>
    </li>
  );
}
