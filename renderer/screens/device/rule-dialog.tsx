// Adding or changing a rule: user, client, answer and delay.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import { useClients } from '../../api/clients.ts';
import { useUsers } from '../../api/users.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { checkFields, type FieldValues, readFields } from '../../ui/field.ts';
import { FieldInput } from '../../ui/field-input.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { RULE_FIELDS, readRule } from './rule-fields.ts';

interface PickerProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Keeps the selected name in the list even if the search does not find it, or if it no longer exists. */
function withChosen(names: readonly string[], chosen: string | undefined): string[] {
  return chosen === undefined || names.includes(chosen) ? [...names] : [chosen, ...names];
}

function UserSelect({ value, onChange }: PickerProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const users = useUsers(search === value ? '' : search, 1).data ?? [];
  return (
    <Select
      data-autofocus
      openOnFocus={false}
      label={<MemberLabel text="User" member="username" />}
      placeholder="Any user"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Any user' }}
      nothingFoundMessage="No matching users"
      // The server has searched; it also matches names and e-mail addresses.
      filter={({ options }) => options}
      data={withChosen(
        users.map(({ username }) => username),
        value,
      )}
      onSearchChange={setTyped}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

function ClientSelect({ value, onChange }: PickerProps): ReactNode {
  const clients = useClients().data ?? [];
  const openIdConnect = clients.filter(({ protocol }) => (protocol ?? 'openid-connect') === 'openid-connect');
  return (
    <Select
      label={<MemberLabel text="Client" member="clientId" />}
      placeholder="Any client"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Any client' }}
      nothingFoundMessage="No matching clients"
      data={withChosen(
        openIdConnect.flatMap(({ clientId }) => clientId ?? []),
        value,
      )}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

interface Props {
  /** Undefined for a new rule. */
  readonly rule: AutoAnswerRuleWire | undefined;
  readonly onSave: (rule: AutoAnswerRuleWire) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Closes after the rule is saved. */
export function RuleDialog({ rule, onSave, onClose }: Props): ReactNode {
  const [username, setUsername] = useState(rule?.username);
  const [clientId, setClientId] = useState(rule?.clientId);
  const [values, setValues] = useState<FieldValues>(() => readFields(RULE_FIELDS, { ...rule }));
  const problems = checkFields(RULE_FIELDS, values);
  const submit = (): (() => Promise<unknown>) | undefined =>
    Object.keys(problems).length > 0 ? undefined : () => onSave(readRule(values, username, clientId));
  return (
    <Dialog onClose={onClose} title={rule === undefined ? 'Add rule' : 'Edit rule'}>
      <DialogForm
        action={rule === undefined ? 'Add' : 'Save'}
        onSubmit={submit}
        outcome={{
          done: () => (rule === undefined ? 'Added the rule.' : 'Saved the rule.'),
          failed: 'The rule was not saved',
          onDone: onClose,
        }}
        onClose={onClose}
      >
        <UserSelect value={username} onChange={setUsername} />
        <ClientSelect value={clientId} onChange={setClientId} />
        {RULE_FIELDS.filter((field) => field.shown?.(values) !== false).map((field) => (
          <FieldInput
            key={field.member}
            field={field}
            value={values[field.member] ?? ''}
            problem={problems[field.member]}
            onChange={(value) => setValues((last) => ({ ...last, [field.member]: value }))}
          />
        ))}
      </DialogForm>
    </Dialog>
  );
}
