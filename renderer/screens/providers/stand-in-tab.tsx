// The Stand-in tab: who answers for the provider, as whom people can sign in, and what goes wrong.
import { Button, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PEOPLE_SETTING } from '#protocol/contract/stand-in-settings.ts';
import { openInBrowser } from '../../api/bridge.ts';
import { useRealmOverview } from '../../api/emulator.ts';
import { type StoredProvider, useSaveProvider } from '../../api/providers.ts';
import { text } from '../../texts/text.ts';
import { FieldInput, type FieldInputProps } from '../../ui/field-input.tsx';
import { Section } from '../../ui/section.tsx';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { PeopleInput } from './people-input.tsx';
import { findOfferedType } from './provider-types.ts';
import { standInSections } from './stand-in-fields.ts';
import { canStartAtStandIn, standInStartUrl } from './stand-in-start.ts';

/** Where a sign-in begins that no application has asked for. */
function StartSection({ alias }: { readonly alias: string }): ReactNode {
  const issuer = useRealmOverview()?.issuer;
  return (
    <Section title={text('providers:start.title')} summary={text('providers:start.summary')}>
      <Button
        variant="default"
        leftSection={<IconExternalLink size={16} />}
        disabled={issuer === undefined}
        onClick={() => openInBrowser(standInStartUrl(issuer ?? '', alias))}
      >
        {text('providers:start.open')}
      </Button>
    </Section>
  );
}

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
    <Stack gap="md">
      {provider.state.standIn ? undefined : <Text fz="sm">{text('providers:standIn.unused')}</Text>}
      <SettingsForm
        label={text('providers:standIn.form', { alias: provider.alias })}
        form={form}
        sections={standInSections(isNetwork)}
        representation={{ ...provider }}
        onSave={(part) => save.mutateAsync(part)}
        input={StandInInput}
      />
      {canStartAtStandIn(provider) && <StartSection alias={provider.alias} />}
    </Stack>
  );
}
