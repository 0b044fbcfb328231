// The Stand-in tab: who answers for the provider, as whom people can sign in, and what goes wrong.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PEOPLE_SETTING } from '#protocol/contract/stand-in-settings.ts';
import { type StoredProvider, useSaveProvider } from '../../api/providers.ts';
import { text } from '../../texts/text.ts';
import { FieldInput, type FieldInputProps } from '../../ui/field-input.tsx';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { PeopleInput } from './people-input.tsx';
import { findOfferedType } from './provider-types.ts';
import { standInSections } from './stand-in-fields.ts';

/** Fields are the usual ones, but for the people. */
function StandInInput(props: FieldInputProps): ReactNode {
  return props.field.member === PEOPLE_SETTING ? <PeopleInput {...props} /> : <FieldInput {...props} />;
}

export function StandInTab({
  provider,
  form,
}: {
  readonly provider: StoredProvider;
  readonly form: string;
}): ReactNode {
  const save = useSaveProvider(provider.alias);
  const type = findOfferedType(provider.providerId);
  const isNetwork = type !== undefined && type.hint === undefined;
  return (
    <>
      {provider.state.standIn ? undefined : (
        <Text fz="sm" mb="md">
          {text('providers:standIn.unused')}
        </Text>
      )}
      <SettingsForm
        label={text('providers:standIn.form', { alias: provider.alias })}
        form={form}
        sections={standInSections(isNetwork)}
        representation={{ ...provider }}
        onSave={(part) => save.mutateAsync(part)}
        input={StandInInput}
      />
    </>
  );
}
