// The automatic answer rules, in the order in which they are tried.
import { Button, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import { type DeviceState, useSaveRules } from '../../api/device.ts';
import { text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { giveFocus } from '../../ui/keep-focus.ts';
import rows from '../../ui/row-list.module.css';
import { Section } from '../../ui/section.tsx';
import lists from './lists.module.css';
import { RuleDialog } from './rule-dialog.tsx';
import { describeRule, withoutRule, withRule, withRuleMoved } from './rule-list.ts';

/** A button of a rule; `index` is the rule's place in the list. */
interface ActionPlace {
  readonly action: 'up' | 'down' | 'delete';
  readonly index: number;
}

interface RowProps {
  readonly rules: readonly AutoAnswerRuleWire[];
  readonly index: number;
  /** Saves the changed list; `then` has the buttons to focus, in order of preference. */
  readonly onSave: (rules: readonly AutoAnswerRuleWire[], then: readonly ActionPlace[]) => void;
  readonly onEdit: () => void;
}

const UNBOXED = { display: 'contents' } as const;

function Row({ rules, index, onSave, onEdit }: RowProps): ReactNode {
  const rule = rules[index];
  if (rule === undefined) return undefined;
  const number = index + 1;
  const move = (step: -1 | 1): void => {
    const up: ActionPlace = { action: 'up', index: index + step };
    const down: ActionPlace = { action: 'down', index: index + step };
    onSave(withRuleMoved(rules, index, step), step === -1 ? [up, down] : [down, up]);
  };
  const deletes = (place: number): ActionPlace => ({ action: 'delete', index: place });
  return (
    <li>
      <Text fz="sm" className={lists['grow']}>
        {index + 1}. {describeRule(rule)}
      </Text>
      <Group gap={0} wrap="nowrap">
        <span data-action="up" style={UNBOXED}>
          <IconAction
            label={text('device:rules.moveUp', { number })}
            icon={<IconArrowUp size={16} />}
            disabled={index === 0}
            onClick={() => move(-1)}
          />
        </span>
        <span data-action="down" style={UNBOXED}>
          <IconAction
            label={text('device:rules.moveDown', { number })}
            icon={<IconArrowDown size={16} />}
            disabled={index === rules.length - 1}
            onClick={() => move(1)}
          />
        </span>
        <IconAction
          label={text('device:rules.edit', { number })}
          icon={<IconPencil size={16} />}
          onClick={onEdit}
        />
        <span data-action="delete" style={UNBOXED}>
          <IconAction
            label={text('device:rules.delete', { number })}
            icon={<IconTrash size={16} />}
            onClick={() => onSave(withoutRule(rules, index), [deletes(index), deletes(index - 1)])}
          />
        </span>
      </Group>
    </li>
  );
}

/** The focus follows a moved rule, and goes to the neighbour of a deleted one. */
function focusAction(
  list: HTMLElement | null,
  places: readonly ActionPlace[],
  otherwise: HTMLElement | null,
): void {
  setTimeout(() => {
    const holder = document.activeElement;
    if (holder instanceof HTMLElement && list?.contains(holder)) holder.blur();
    giveFocus([
      ...places.map(({ action, index }) =>
        list?.querySelector(`li:nth-child(${index + 1}) [data-action="${action}"] button`),
      ),
      otherwise,
    ]);
  });
}

/** Off by default: without rules, no prompt is answered automatically. */
export function RulesSection({ device }: { readonly device: DeviceState }): ReactNode {
  const { rules } = device;
  const [editing, edit] = useState<number | undefined>(undefined);
  const save = useSaveRules();
  const add = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const saveNow = async (
    next: readonly AutoAnswerRuleWire[],
    then: readonly ActionPlace[],
  ): Promise<void> => {
    if (save.isPending) return;
    await announceOutcome(save.mutateAsync(next), { failed: text('device:rules.notSaved') });
    focusAction(list.current, then, add.current);
  };
  return (
    <Section
      title={text('device:rules.title')}
      summary={text('device:rules.summary')}
      aside={
        <Button
          ref={add}
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => edit(rules.length)}
        >
          {text('device:rules.add')}
        </Button>
      }
    >
      {rules.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {text('device:rules.none')}
        </Text>
      ) : (
        <ol ref={list} className={`${rows['list']} ${lists['rows']}`} aria-label={text('device:rules.label')}>
          {rules.map((_rule, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule is identified by its position; two may be equal.
              key={index}
              rules={rules}
              index={index}
              onSave={saveNow}
              onEdit={() => edit(index)}
            />
          ))}
        </ol>
      )}
      {editing === undefined ? undefined : (
        <RuleDialog
          rule={rules[editing]}
          onSave={(rule) => save.mutateAsync(withRule(rules, editing, rule))}
          onClose={() => edit(undefined)}
        />
      )}
    </Section>
  );
}
