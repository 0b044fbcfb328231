// Creating a protocol mapper: its type and name; the rest has defaults and is edited afterwards.
import { Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCreateMapper } from '../api/mappers.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { MemberLabel } from '../ui/member-label.tsx';
import { findMapperType, mapperTypesOf } from './mapper-types.ts';
import { READY_SAML_MAPPERS } from './saml-mapper-types.ts';

interface Props {
  /** Path of the client or client scope that gets it. */
  readonly owner: string;
  /** Its protocol. */
  readonly protocol: string;
  readonly onClose: () => void;
  /** Told the id of the new mapper. */
  readonly onCreated: (id: string) => void;
}

/** Stands before the name of a mapper that comes ready, among the types. */
const READY = 'ready ';

interface Choice {
  readonly type: string;
  readonly label: string;
  readonly help: string | undefined;
  readonly config: Readonly<Record<string, string>>;
}

/** What a choice of the list makes: a mapper that comes ready, or an empty one of a type. */
function readChoice(value: string): Choice {
  const ready = READY_SAML_MAPPERS.find(({ name }) => `${READY}${name}` === value);
  if (ready !== undefined) {
    const { name, type, config } = ready;
    return { type, label: name, help: findMapperType(type)?.help, config };
  }
  const info = findMapperType(value);
  return { type: value, label: info?.label ?? '', help: info?.help, config: info?.fresh ?? {} };
}

function choicesOf(protocol: string) {
  const types = mapperTypesOf(protocol).map((row) => ({ value: row.type, label: row.label }));
  if (protocol !== 'saml') return types;
  const ready = READY_SAML_MAPPERS.map(({ name }) => ({ value: `${READY}${name}`, label: name }));
  return [
    { group: 'Types', items: types },
    { group: 'Ready', items: ready },
  ];
}

/** What most people add; of other protocols, the first that there is. */
const FIRST_CHOICE: Readonly<Record<string, string>> = {
  'openid-connect': 'oidc-usermodel-attribute-mapper',
  saml: 'saml-user-attribute-mapper',
};

function firstChoiceOf(protocol: string): string {
  return FIRST_CHOICE[protocol] ?? mapperTypesOf(protocol)[0]?.type ?? '';
}

/** The name follows the type until somebody types another. */
export function NewMapperDialog({ owner, protocol, onClose, onCreated }: Props): ReactNode {
  const [value, setValue] = useState(firstChoiceOf(protocol));
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const create = useCreateMapper(owner);
  const { type, label, help, config } = readChoice(value);
  const name = typed ?? label;
  const submit = (): (() => Promise<string>) | undefined =>
    name.trim() === ''
      ? undefined
      : () => create.mutateAsync({ name: name.trim(), protocol, protocolMapper: type, config });
  return (
    <Dialog onClose={onClose} title="Add mapper">
      <DialogForm
        action="Add"
        onSubmit={submit}
        outcome={{
          done: () => `Added mapper ${name.trim()}.`,
          failed: `Mapper ${name.trim()} was not added`,
          onDone: onCreated,
        }}
        onClose={onClose}
      >
        <Select
          label={<MemberLabel text="Type" member="protocolMapper" />}
          description={help}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such type"
          maxDropdownHeight={520}
          data={choicesOf(protocol)}
          value={value}
          onChange={(next) => setValue(next ?? value)}
        />
        <TextInput
          data-autofocus
          label={<MemberLabel text="Name" member="name" />}
          error={name.trim() === '' ? 'Give the mapper a name.' : undefined}
          value={name}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
