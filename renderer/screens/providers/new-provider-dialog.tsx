// Creating an identity provider: its type, its alias and, for the provider itself, client and addresses.
import { PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateProvider } from '../../api/providers.ts';
import { text } from '../../texts/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { checkAlias } from './check-alias.ts';
import { DescriptionImport } from './description-import.tsx';
import {
  findOfferedType,
  type NewProviderValues,
  nameOfType,
  newProviderConfig,
  OFFERED_TYPES,
  suggestAlias,
} from './provider-types.ts';

interface Props {
  /** The type that is selected first. */
  readonly first: string;
  readonly taken: ReadonlySet<string>;
  readonly onClose: () => void;
}

interface PartProps {
  readonly values: NewProviderValues;
  readonly onChange: (part: Partial<NewProviderValues>) => void;
}

function Client({ values, onChange }: PartProps): ReactNode {
  return (
    <>
      <Text fz="sm" c="dimmed">
        {text('providers:add.clientHelp')}
      </Text>
      <TextInput
        label={<MemberLabel text={text('providerForms:clientId')} member="clientId" />}
        value={values.clientId}
        onChange={(event) => onChange({ clientId: event.currentTarget.value })}
      />
      <PasswordInput
        label={<MemberLabel text={text('providerForms:clientSecret')} member="clientSecret" />}
        autoComplete="off"
        value={values.clientSecret}
        onChange={(event) => onChange({ clientSecret: event.currentTarget.value })}
      />
    </>
  );
}

function typeHint(id: string): string {
  const hint = findOfferedType(id)?.hint;
  return text(hint ?? 'providers:type.network');
}

/** The alias follows the type until it is edited. The new provider opens. */
export function NewProviderDialog({ first, taken, onClose }: Props): ReactNode {
  const [values, setValues] = useState<NewProviderValues>({
    type: first,
    alias: suggestAlias(first, taken),
    clientId: '',
    clientSecret: '',
    imported: {},
  });
  const [isNamed, setIsNamed] = useState(false);
  const [tried, setTried] = useState(false);
  const create = useCreateProvider();
  const navigate = useNavigate();
  const change = (part: Partial<NewProviderValues>): void => setValues((last) => ({ ...last, ...part }));
  const { type } = values;
  const alias = values.alias.trim();
  const problem = checkAlias(alias, taken);
  const entries = findOfferedType(type)?.entries ?? [];
  const submit = (): (() => Promise<string>) | undefined => {
    setTried(true);
    if (problem !== undefined) return undefined;
    return () =>
      create.mutateAsync({ alias, providerId: type, enabled: true, config: newProviderConfig(values) });
  };
  const part = { values, onChange: change };
  return (
    <Dialog onClose={onClose} title={text('providers:add.title')} size="lg">
      <DialogForm
        action={text('providers:add.action')}
        onSubmit={submit}
        outcome={{
          done: () => text('providers:add.done', { alias }),
          failed: text('providers:add.failed', { alias }),
          onDone: (made) => {
            onClose();
            void navigate(`/providers/${encodeURIComponent(made)}`);
          },
        }}
        onClose={onClose}
      >
        <Select
          data-autofocus
          label={<MemberLabel text={text('providers:add.type')} member="providerId" />}
          description={typeHint(type)}
          allowDeselect={false}
          maxDropdownHeight={420}
          data={OFFERED_TYPES.map(({ id }) => ({ value: id, label: nameOfType(id) }))}
          value={type}
          onChange={(next) => {
            if (next === null) return;
            change({ type: next, imported: {}, ...(isNamed ? {} : { alias: suggestAlias(next, taken) }) });
          }}
        />
        <TextInput
          label={<MemberLabel text={text('providerForms:alias')} member="alias" />}
          description={text('providerForms:aliasHelp')}
          error={tried ? problem : undefined}
          value={values.alias}
          onChange={(event) => {
            setIsNamed(true);
            change({ alias: event.currentTarget.value });
          }}
        />
        {entries.includes('discovery') || entries.includes('saml') ? (
          <DescriptionImport
            key={type}
            type={type}
            imported={values.imported}
            onChange={(imported) => change({ imported })}
          />
        ) : undefined}
        {entries.includes('client') ? <Client {...part} /> : undefined}
      </DialogForm>
    </Dialog>
  );
}
