// Adding or changing a rule: user, client, answer and delay.
import { type ReactNode, useState } from 'react';
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import { useClients } from '../../api/clients.ts';
import { AnyClientPicker, AnyUserPicker } from '../../components/any-picker.tsx';
import { text } from '../../texts/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { checkFields, type FieldValues, readFields } from '../../ui/field.ts';
import { FieldInput } from '../../ui/field-input.tsx';
import { readRule, ruleFields } from './rule-fields.ts';

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
  const [values, setValues] = useState<FieldValues>(() => readFields(ruleFields(), { ...rule }));
  const clients = useClients().data ?? [];
  const problems = checkFields(ruleFields(), values);
  const submit = (): (() => Promise<unknown>) | undefined =>
    Object.keys(problems).length > 0 ? undefined : () => onSave(readRule(values, username, clientId));
  return (
    <Dialog
      onClose={onClose}
      title={text(rule === undefined ? 'device:rule.addTitle' : 'device:rule.editTitle')}
    >
      <DialogForm
        action={text(rule === undefined ? 'device:rule.add' : 'device:rule.save')}
        onSubmit={submit}
        outcome={{
          done: () => text(rule === undefined ? 'device:rule.added' : 'device:rule.saved'),
          failed: text('device:rule.notSaved'),
          onDone: onClose,
        }}
        onClose={onClose}
      >
        <AnyUserPicker autoFocus member="username" value={username} onChange={setUsername} />
        <AnyClientPicker
          member="clientId"
          clients={clients.filter(({ protocol }) => (protocol ?? 'openid-connect') === 'openid-connect')}
          value={clientId}
          onChange={setClientId}
        />
        {ruleFields()
          .filter((field) => field.shown?.(values) !== false)
          .map((field) => (
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
