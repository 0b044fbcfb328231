// The rules that answer prompts without a person: listed in the order in which they are tried, changed one at a time.
import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import { type DeviceState, useSaveRules } from '../../api/device.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { Section } from '../../ui/section.tsx';
import lists from './lists.module.css';
import { RuleDialog } from './rule-dialog.tsx';
import { describeRule, withoutRule, withRule, withRuleMoved } from './rule-list.ts';

interface ActionProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Action({ label, icon, disabled = false, onClick }: ActionProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

interface RowProps {
  readonly rules: readonly AutoAnswerRuleWire[];
  readonly index: number;
  readonly busy: boolean;
  readonly onSave: (rules: readonly AutoAnswerRuleWire[]) => void;
  readonly onEdit: () => void;
}

function Row({ rules, index, busy, onSave, onEdit }: RowProps): ReactNode {
  const rule = rules[index];
  if (rule === undefined) return undefined;
  const name = `rule ${index + 1}`;
  return (
    <li>
      <Text fz="sm" className={lists['grow']}>
        {index + 1}. {describeRule(rule)}
      </Text>
      <Group gap={0} wrap="nowrap">
        <Action
          label={`Try ${name} earlier`}
          icon={<IconArrowUp size={16} />}
          disabled={busy || index === 0}
          onClick={() => onSave(withRuleMoved(rules, index, -1))}
        />
        <Action
          label={`Try ${name} later`}
          icon={<IconArrowDown size={16} />}
          disabled={busy || index === rules.length - 1}
          onClick={() => onSave(withRuleMoved(rules, index, 1))}
        />
        <Action label={`Edit ${name}`} icon={<IconPencil size={16} />} disabled={busy} onClick={onEdit} />
        <Action
          label={`Delete ${name}`}
          icon={<IconTrash size={16} />}
          disabled={busy}
          onClick={() => onSave(withoutRule(rules, index))}
        />
      </Group>
    </li>
  );
}

/** Off by default: no rule, no answer without a person. */
export function RulesSection({ device }: { readonly device: DeviceState }): ReactNode {
  const { rules } = device;
  const [editing, edit] = useState<number | undefined>(undefined);
  const save = useSaveRules();
  const saveNow = (next: readonly AutoAnswerRuleWire[]): Promise<void> =>
    announceOutcome(save.mutateAsync(next), { failed: 'The rules were not saved' });
  return (
    <Section
      title="Automatic answers"
      summary="The first rule that fits a prompt counts."
      aside={
        <Button
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
          Off: every prompt waits for a person.
        </Text>
      ) : (
        <ol className={lists['list']} aria-label="Rules">
          {rules.map((rule, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the order; two may be the same.
              key={`${index} ${describeRule(rule)}`}
              rules={rules}
              index={index}
              busy={save.isPending}
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
