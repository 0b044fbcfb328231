// The automatic answer rules, in the order in which they are tried.
import { Button, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import { type DeviceState, useSaveRules } from '../../api/device.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { giveFocus } from '../../ui/keep-focus.ts';
import rows from '../../ui/row-list.module.css';
import { Section } from '../../ui/section.tsx';
import lists from './lists.module.css';
import { RuleDialog } from './rule-dialog.tsx';
import { describeRule, withoutRule, withRule, withRuleMoved } from './rule-list.ts';

interface RowProps {
  readonly rules: readonly AutoAnswerRuleWire[];
  readonly index: number;
  /** Saves the changed list; `then` has the labels of the buttons to focus, in order of preference. */
  readonly onSave: (rules: readonly AutoAnswerRuleWire[], then: readonly string[]) => void;
  readonly onEdit: () => void;
}

function Row({ rules, index, onSave, onEdit }: RowProps): ReactNode {
  const rule = rules[index];
  if (rule === undefined) return undefined;
  const name = `rule ${index + 1}`;
  const move = (step: -1 | 1): void => {
    const moved = `Move rule ${index + 1 + step}`;
    const labels = [`${moved} up`, `${moved} down`];
    onSave(withRuleMoved(rules, index, step), step === -1 ? labels : labels.toReversed());
  };
  return (
    <li>
      <Text fz="sm" className={lists['grow']}>
        {index + 1}. {describeRule(rule)}
      </Text>
      <Group gap={0} wrap="nowrap">
        <IconAction
          label={`Move ${name} up`}
          icon={<IconArrowUp size={16} />}
          disabled={index === 0}
          onClick={() => move(-1)}
        />
        <IconAction
          label={`Move ${name} down`}
          icon={<IconArrowDown size={16} />}
          disabled={index === rules.length - 1}
          onClick={() => move(1)}
        />
        <IconAction label={`Edit ${name}`} icon={<IconPencil size={16} />} onClick={onEdit} />
        <IconAction
          label={`Delete ${name}`}
          icon={<IconTrash size={16} />}
          onClick={() => onSave(withoutRule(rules, index), [`Delete ${name}`, `Delete rule ${index}`])}
        />
      </Group>
    </li>
  );
}

/** The focus follows a moved rule, and goes to the neighbour of a deleted one. */
function focusAction(
  list: HTMLElement | null,
  labels: readonly string[],
  otherwise: HTMLElement | null,
): void {
  setTimeout(() => {
    const holder = document.activeElement;
    if (holder instanceof HTMLElement && list?.contains(holder)) holder.blur();
    giveFocus([
      ...labels.map((label) => list?.querySelector(`[aria-label="${CSS.escape(label)}"]`)),
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
  const saveNow = async (next: readonly AutoAnswerRuleWire[], then: readonly string[]): Promise<void> => {
    if (save.isPending) return;
    await announceOutcome(save.mutateAsync(next), { failed: 'The rules were not saved' });
    focusAction(list.current, then, add.current);
  };
  return (
    <Section
      title="Automatic answers"
      summary="The first matching rule is used."
      aside={
        <Button
          ref={add}
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => edit(rules.length)}
        >
          Add rule
        </Button>
      }
    >
      {rules.length === 0 ? (
        <Text c="dimmed" fz="sm">
          Off: users answer every prompt.
        </Text>
      ) : (
        <ol ref={list} className={`${rows['list']} ${lists['rows']}`} aria-label="Rules">
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
