// Creating a mapper of an identity provider: type and name. Its settings are edited afterwards.
import { Select, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type ProviderMapperType, useCreateProviderMapper } from '../../api/providers.ts';
import { text } from '../../texts/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { mapperTypeText } from './mapper-fields.ts';

interface Props {
  readonly alias: string;
  readonly types: readonly ProviderMapperType[];
  readonly onClose: () => void;
  /** Called with the ID of the new mapper. */
  readonly onCreated: (id: string) => void;
}

/** Copying an attribute is what mappers do most. */
function firstOf(types: readonly ProviderMapperType[]): ProviderMapperType | undefined {
  return types.find(({ id }) => /user-attribute(-idp)?-mapper$/.test(id)) ?? types[0];
}

/** Settings without which the server would not know what is meant. */
function freshConfig(type: ProviderMapperType): Readonly<Record<string, string>> {
  const usual = type.properties.flatMap(({ name, defaultValue }) =>
    defaultValue === undefined ? [] : [[name, String(defaultValue)] as const],
  );
  return { syncMode: 'INHERIT', ...Object.fromEntries(usual) };
}

/** The name follows the type until it is edited. */
export function NewProviderMapper({ alias, types, onClose, onCreated }: Props): ReactNode {
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const create = useCreateProviderMapper(alias);
  const type = types.find(({ id }) => id === chosen) ?? firstOf(types);
  const usual = type === undefined ? '' : mapperTypeText(type).label;
  const name = (typed ?? usual).trim();
  const submit = (): (() => Promise<string>) | undefined =>
    name === '' || type === undefined
      ? undefined
      : () =>
          create.mutateAsync({
            name,
            identityProviderAlias: alias,
            identityProviderMapper: type.id,
            config: freshConfig(type),
          });
  return (
    <Dialog onClose={onClose} title={text('mappers:add.title')}>
      <DialogForm
        action={text('mappers:add.action')}
        blocked={type === undefined}
        onSubmit={submit}
        outcome={{
          done: () => text('mappers:add.done', { name }),
          failed: text('mappers:add.failed', { name }),
          onDone: onCreated,
        }}
        onClose={onClose}
      >
        <Select
          label={<MemberLabel text={text('mappers:add.type')} member="identityProviderMapper" />}
          description={type === undefined ? '' : mapperTypeText(type).help}
          searchable
          allowDeselect={false}
          nothingFoundMessage={text('mappers:add.noTypes')}
          maxDropdownHeight={420}
          data={types.map((each) => ({ value: each.id, label: mapperTypeText(each).label }))}
          value={type?.id ?? null}
          onChange={(next) => setChosen(next ?? undefined)}
        />
        <TextInput
          data-autofocus
          label={<MemberLabel text={text('mappers:field.name')} member="name" />}
          error={name === '' ? text('mappers:field.noName') : undefined}
          value={typed ?? usual}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
