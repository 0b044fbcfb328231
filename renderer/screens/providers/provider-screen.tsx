// An identity provider: its settings, its stand-in and its mappers.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { useFlows } from '../../api/flows.ts';
import {
  providerPath,
  providersKey,
  type StoredProvider,
  useProvider,
  useSaveProvider,
} from '../../api/providers.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { text } from '../../texts/text.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type ScreenTab, ScreenTabs } from '../../ui/screen-tabs.tsx';
import { Section } from '../../ui/section.tsx';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { AnswererBadge, REASONS } from './answerer-badge.tsx';
import type { Try } from './find-try.ts';
import { generalSections } from './general-fields.ts';
import { protocolSections } from './protocol-fields.ts';
import { ProviderMappers } from './provider-mappers.tsx';
import { describeProvider } from './provider-types.ts';
import { StandInTab } from './stand-in-tab.tsx';
import { TryButton } from './try-button.tsx';
import { TryResult } from './try-result.tsx';

function SettingsTab({
  provider,
  form,
}: {
  readonly provider: StoredProvider;
  readonly form: string;
}): ReactNode {
  const { alias, providerId, state } = provider;
  const save = useSaveProvider(alias);
  const flows = useFlows();
  const representation = useMemo(() => ({ ...provider }), [provider]);
  return (
    <Stack gap="md">
      <Section title={text('providers:redirect.title')} summary={text('providers:redirect.summary')}>
        <CopyValue value={state.redirectUri} label={text('providers:redirect.label')} />
      </Section>
      <QueryView query={flows} lines={6}>
        {(loaded) => (
          <SettingsForm
            label={text('providers:provider.form', { alias })}
            form={form}
            sections={[...generalSections(loaded), ...protocolSections(providerId)]}
            representation={representation}
            onSave={(part) => save.mutateAsync(part)}
          />
        )}
      </QueryView>
    </Stack>
  );
}

function tabsOf(provider: StoredProvider, realm: string): readonly ScreenTab[] {
  const formOf = (tab: string): string => `provider ${realm} ${provider.internalId} ${tab}`;
  return [
    {
      name: 'settings',
      title: text('providers:tab.settings'),
      form: formOf('settings'),
      content: <SettingsTab provider={provider} form={formOf('settings')} />,
    },
    {
      name: 'stand-in',
      title: text('providers:tab.standIn'),
      form: formOf('stand-in'),
      content: <StandInTab provider={provider} form={formOf('stand-in')} />,
    },
    {
      name: 'mappers',
      title: text('providers:tab.mappers'),
      content: <ProviderMappers provider={provider} />,
    },
  ];
}

/** What it is, and who answers. */
function Summary({ provider }: { readonly provider: StoredProvider }): ReactNode {
  const { state } = provider;
  return (
    <>
      {describeProvider(provider)}
      <Group component="span" gap="4px 8px" mt={4}>
        <AnswererBadge state={state} />
        <Text span fz="sm">
          {REASONS[state.reason]}
        </Text>
      </Group>
    </>
  );
}

/** The provider in the URL. */
export function ProviderScreen(): ReactNode {
  const { id = '' } = useParams();
  const [realm] = useRealm();
  const query = useProvider(id);
  const provider = query.data;
  const [tried, setTried] = useState<Try | undefined>(undefined);
  const isShown = tried !== undefined && tried.alias === provider?.alias && tried.realm === realm;
  return (
    <Page
      title={provider?.alias ?? text('providers:provider.title')}
      summary={provider === undefined ? undefined : <Summary provider={provider} />}
      above={
        <Anchor component={Link} to="/providers" fz="sm">
          <IconArrowLeft size={12} aria-hidden /> {text('providers:provider.back')}
        </Anchor>
      }
      actions={
        provider === undefined ? undefined : (
          <>
            <TryButton
              provider={provider}
              onTry={(after) => setTried({ realm, alias: provider.alias, after })}
            />
            <DeleteButton
              deletion={{
                path: providerPath(realm, provider.alias),
                what: text('providers:provider.name', { alias: provider.alias }),
                queryKey: providersKey(realm),
              }}
              leaveTo="/providers"
            />
          </>
        )
      }
    >
      {isShown ? <TryResult tried={tried} onClose={() => setTried(undefined)} /> : undefined}
      <QueryView query={query} lines={8}>
        {(loaded) => (
          <ScreenTabs
            key={loaded.internalId}
            path={`/providers/${encodeURIComponent(loaded.alias)}`}
            tabs={tabsOf(loaded, realm)}
          />
        )}
      </QueryView>
    </Page>
  );
}
