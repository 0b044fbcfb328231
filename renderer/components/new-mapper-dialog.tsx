// Creating a protocol mapper: type and name. Other settings have defaults and are edited afterwards.
import { Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCreateMapper } from '../api/mappers.ts';
import { text } from '../texts/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { MemberLabel } from '../ui/member-label.tsx';
import { findMapperType, mapperTypesOf } from './mapper-types.ts';
import { PREDEFINED_SAML_MAPPERS } from './predefined-mappers.ts';

interface Props {
  /** Path of the client or client scope. */
  readonly owner: string;
  /** Its protocol. */
  readonly protocol: string;
  readonly onClose: () => void;
  /** Called with the id of the new mapper. */
  readonly onCreated: (id: string) => void;
}

/** Prefix of a predefined mapper's name in the list of types. */
const PREDEFINED = 'predefined ';

interface Choice {
  readonly type: string;
  readonly label: string;
  readonly help: string | undefined;
  readonly config: Readonly<Record<string, string>>;
}

/** The mapper for an option: a predefined one, or a new one of a type. */
function readChoice(value: string): Choice {
  const predefined = PREDEFINED_SAML_MAPPERS.find(({ name }) => `${PREDEFINED}${name}` === value);
  if (predefined !== undefined) {
    const { name, type, config } = predefined;
    return { type, label: name, help: findMapperType(type)?.help, config };
  }
  const info = findMapperType(value);
  return { type: value, label: info?.label ?? '', help: info?.help, config: info?.fresh ?? {} };
}

function choicesOf(protocol: string) {
  const types = mapperTypesOf(protocol).map((row) => ({ value: row.type, label: row.label }));
  if (protocol !== 'saml') return types;
  const predefined = PREDEFINED_SAML_MAPPERS.map(({ name }) => ({
    value: `${PREDEFINED}${name}`,
    label: name,
  }));
  return [
    { group: text('mappers:add.types'), items: types },
    { group: text('mappers:add.predefined'), items: predefined },
  ];
}

/** The most common types; for other protocols, the first type is selected. */
const FIRST_CHOICE: Readonly<Record<string, string>> = {
  'openid-connect': 'oidc-usermodel-attribute-mapper',
  saml: 'saml-user-attribute-mapper',
};

function firstChoiceOf(protocol: string): string {
  return FIRST_CHOICE[protocol] ?? mapperTypesOf(protocol)[0]?.type ?? '';
}

/** The name follows the type until it is edited. */
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
    <Dialog onClose={onClose} title={text('mappers:add.title')}>
      <DialogForm
        action={text('mappers:add.action')}
        onSubmit={submit}
        outcome={{
          done: () => text('mappers:add.done', { name: name.trim() }),
          failed: text('mappers:add.failed', { name: name.trim() }),
          onDone: onCreated,
        }}
        onClose={onClose}
      >
        <Select
          label={<MemberLabel text={text('mappers:add.type')} member="protocolMapper" />}
          description={help}
          searchable
          allowDeselect={false}
          nothingFoundMessage={text('mappers:add.noTypes')}
          maxDropdownHeight={520}
          data={choicesOf(protocol)}
          value={value}
          onChange={(next) => setValue(next ?? value)}
        />
        <TextInput
          data-autofocus
          label={<MemberLabel text={text('mappers:field.name')} member="name" />}
          error={name.trim() === '' ? text('mappers:field.noName') : undefined}
          value={name}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
