// The form for any fault: which requests, what happens to them, how often.
import { SimpleGrid } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { FaultWire } from '#protocol/contract/faults.ts';
import { useClients } from '../../api/clients.ts';
import { useDiscovery } from '../../api/emulator.ts';
import { useArmFault } from '../../api/faults.ts';
import { AnyClientPicker, AnyUserPicker } from '../../components/any-picker.tsx';
import { text } from '../../texts/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { checkFields, type Field, type FieldValues, readFields } from '../../ui/field.ts';
import { FieldInput } from '../../ui/field-input.tsx';
import { showField } from '../../ui/keep-focus.ts';
import {
  countFields,
  effectFields,
  findRefusedMember,
  hasParties,
  MATCH_CLIENT,
  MATCH_USER,
  matchFields,
  readFault,
  withChange,
} from './fault-fields.ts';

/** The grants of the realm's discovery document. */
function useGrants(): readonly string[] {
  const grants = useDiscovery().data?.['grant_types_supported'];
  return Array.isArray(grants) ? grants.map(String) : [];
}

interface FormProps {
  readonly values: FieldValues;
  readonly problems: Readonly<Record<string, string | undefined>>;
  readonly onChange: (change: FieldValues) => void;
}

function Fields({
  fields,
  values,
  problems,
  onChange,
}: FormProps & { readonly fields: readonly Field[] }): ReactNode {
  return fields
    .filter((field) => field.shown?.(values) !== false)
    .map((field) => (
      <div key={field.member} data-member={field.member}>
        <FieldInput
          field={field}
          value={values[field.member] ?? ''}
          problem={problems[field.member]}
          onChange={(value) => onChange({ [field.member]: value })}
        />
      </div>
    ));
}

function Parties({ values, problems, onChange }: FormProps): ReactNode {
  const clients = useClients().data ?? [];
  const chosen = (member: string): string | undefined =>
    values[member] === '' ? undefined : String(values[member]);
  return (
    <>
      <div data-member={MATCH_CLIENT}>
        <AnyClientPicker
          member={MATCH_CLIENT}
          clients={clients}
          value={chosen(MATCH_CLIENT)}
          problem={problems[MATCH_CLIENT]}
          onChange={(client = '') => onChange({ [MATCH_CLIENT]: client })}
        />
      </div>
      <div data-member={MATCH_USER}>
        <AnyUserPicker
          member={MATCH_USER}
          value={chosen(MATCH_USER)}
          problem={problems[MATCH_USER]}
          onChange={(user = '') => onChange({ [MATCH_USER]: user })}
        />
      </div>
    </>
  );
}

/** Problems appear at their fields: those of the form after the first attempt, those of the server when it refuses. */
export function FaultDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const arm = useArmFault();
  const grants = useGrants();
  const form = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState(false);
  const [values, setValues] = useState<FieldValues>(() => ({
    ...readFields([...matchFields([]), ...effectFields({ do: 'status' }), ...countFields()], {}),
    [MATCH_CLIENT]: '',
    [MATCH_USER]: '',
  }));
  const fields = { match: matchFields(grants), effect: effectFields(values) };
  const all = [...fields.match, ...fields.effect, ...countFields()];
  const members = [...all.map(({ member }) => member), MATCH_CLIENT, MATCH_USER];
  const found = checkFields(all, values);
  const refused = arm.error === null ? undefined : findRefusedMember(members, arm.error.message);
  const problems = {
    ...(tried ? found : {}),
    ...(refused === undefined ? {} : { [refused]: arm.error?.message }),
  };
  const change = (part: FieldValues): void => {
    arm.reset();
    setValues((last) => withChange(last, part));
  };
  // Problems are rendered first.
  const leadTo = (member: string): void =>
    void setTimeout(() => showField(form.current?.querySelector(`[data-member="${CSS.escape(member)}"]`)));
  const send = async (): Promise<FaultWire> => {
    try {
      return await arm.mutateAsync(readFault(values));
    } catch (error) {
      const member = error instanceof Error ? findRefusedMember(members, error.message) : undefined;
      if (member !== undefined) leadTo(member);
      throw error;
    }
  };
  const submit = (): (() => Promise<FaultWire>) | undefined => {
    setTried(true);
    const [first] = Object.keys(found);
    if (first === undefined) return send;
    leadTo(first);
    return undefined;
  };
  const shared = { values, problems, onChange: change };
  return (
    <Dialog onClose={onClose} title={text('faults:dialog.title')} size="lg">
      <DialogForm
        action={text('faults:dialog.action')}
        onSubmit={submit}
        isShown={({ message }) => findRefusedMember(members, message) !== undefined}
        outcome={{ failed: text('faults:notArmed'), onDone: onClose }}
        onClose={onClose}
      >
        <SimpleGrid ref={form} cols={{ base: 1, sm: 2 }} spacing="md">
          <Fields fields={fields.match} {...shared} />
          {hasParties(values) ? <Parties {...shared} /> : undefined}
          <Fields fields={fields.effect} {...shared} />
          <Fields fields={countFields()} {...shared} />
        </SimpleGrid>
      </DialogForm>
    </Dialog>
  );
}
