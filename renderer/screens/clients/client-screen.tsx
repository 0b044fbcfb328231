// A client: settings by topic, scopes, mappers, and guides for the application.
import { Anchor, Button, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { readableClientName } from '#protocol/contract/client-name.ts';
import { useRealm } from '../../api/api-context.tsx';
import { clientsPath, type StoredClient, useClient } from '../../api/clients.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { GuidePanel } from '../../components/guide-panel.tsx';
import { InstallationFiles } from '../../components/installation-files.tsx';
import { MapperList } from '../../components/mapper-list.tsx';
import { RegistryNotice } from '../../components/registry-notice.tsx';
import { text } from '../../texts/text.ts';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { ScreenTabs } from '../../ui/screen-tabs.tsx';
import { Section } from '../../ui/section.tsx';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { ClientCredentials } from './client-credentials.tsx';
import { ClientEvaluate } from './client-evaluate.tsx';
import { ClientForm, clientForm } from './client-form.tsx';
import { ClientRoles } from './client-roles.tsx';
import { ClientScopes } from './client-scopes.tsx';
import { credentialSections } from './credential-fields.ts';
import { flowSections } from './flow-fields.ts';
import { generalSections } from './general-fields.ts';
import { ImportMetadataButton } from './import-metadata-button.tsx';
import { IndexedServices } from './indexed-services.tsx';
import { logoutSections } from './logout-fields.ts';
import { registrySections } from './registry-fields.ts';
import { RegistryPanel } from './registry-panel.tsx';
import { SamlCertificates } from './saml-certificates.tsx';
import { samlGeneralSections } from './saml-general-fields.ts';
import { samlKeySections } from './saml-key-fields.ts';
import { samlLogoutSections } from './saml-logout-fields.ts';
import { samlSignInSections } from './saml-sign-in-fields.ts';
import { tokenSections } from './token-fields.ts';

function DeleteClient({ client }: { readonly client: StoredClient }): ReactNode {
  const [realm] = useRealm();
  const deletion = {
    path: `${clientsPath(realm)}/${client.id}`,
    what: text('clients:client.name', { client: client.clientId }),
    queryKey: ['clients', realm],
  };
  return <DeleteButton deletion={deletion} leaveTo="/clients" />;
}

function Guides({ client }: { readonly client: StoredClient }): ReactNode {
  return (
    <Section title={text('clients:guides.title')} summary={text('clients:guides.summary')}>
      <GuidePanel client={client} />
    </Section>
  );
}

interface Tab {
  readonly name: string;
  readonly title: string;
  /** The tab's form. Without one, all changes in the tab take effect immediately. */
  readonly sections?: readonly FieldSection[];
  /** Shown below the form. */
  readonly below?: ReactNode;
}

/** Tabs of SAML clients between General and Scopes. */
function samlTabs(client: StoredClient): readonly Tab[] {
  return [
    { name: 'sign-in', title: text('clients:tab.signIn'), sections: samlSignInSections() },
    {
      name: 'keys',
      title: text('clients:tab.keys'),
      sections: samlKeySections(),
      below: <SamlCertificates client={client} />,
    },
    { name: 'logout', title: text('clients:tab.logout'), sections: samlLogoutSections() },
  ];
}

/** Tabs of registry clients. */
function registryTabs(client: StoredClient, path: string): readonly Tab[] {
  return [
    {
      name: 'general',
      title: text('clients:tab.general'),
      sections: registrySections(),
      below: <RegistryNotice />,
    },
    { name: 'roles', title: text('clients:tab.roles'), below: <ClientRoles client={client} /> },
    {
      name: 'mappers',
      title: text('clients:tab.mappers'),
      below: <MapperList owner={path} protocol="docker-v2" />,
    },
    { name: 'guides', title: text('clients:tab.guides'), below: <RegistryPanel client={client} /> },
  ];
}

/** Tabs by protocol. */
function tabsOf(client: StoredClient, path: string): readonly Tab[] {
  if (client.protocol === 'docker-v2') return registryTabs(client, path);
  const general: Tab = { name: 'general', title: text('clients:tab.general'), sections: generalSections() };
  const mappings: readonly Tab[] = [
    { name: 'roles', title: text('clients:tab.roles'), below: <ClientRoles client={client} /> },
    { name: 'scopes', title: text('clients:tab.scopes'), below: <ClientScopes client={client} /> },
    {
      name: 'mappers',
      title: text('clients:tab.mappers'),
      below: (
        <MapperList owner={path} protocol={client.protocol ?? 'openid-connect'} evaluated={{ client }} />
      ),
    },
    { name: 'evaluate', title: text('clients:tab.evaluate'), below: <ClientEvaluate client={client} /> },
  ];
  if (client.protocol === 'saml') {
    const guides = (
      <>
        <Guides client={client} />
        <InstallationFiles client={client} summary={text('clients:files.samlSummary')} />
      </>
    );
    return [
      { ...general, sections: samlGeneralSections(), below: <IndexedServices client={client} /> },
      ...samlTabs(client),
      ...mappings,
      { name: 'guides', title: text('clients:tab.guides'), below: guides },
    ];
  }
  if ((client.protocol ?? 'openid-connect') !== 'openid-connect') return [general, ...mappings];
  return [
    general,
    { name: 'flows', title: text('clients:tab.flows'), sections: flowSections(client.publicClient === true) },
    {
      name: 'credentials',
      title: text('clients:tab.credentials'),
      sections: credentialSections(),
      below: <ClientCredentials client={client} />,
    },
    { name: 'tokens', title: text('clients:tab.tokens'), sections: tokenSections() },
    { name: 'logout', title: text('clients:tab.logout'), sections: logoutSections() },
    ...mappings,
    { name: 'guides', title: text('clients:tab.guides'), below: <Guides client={client} /> },
  ];
}

function Parts({ client }: { readonly client: StoredClient }): ReactNode {
  const [realm] = useRealm();
  const tabs = tabsOf(client, `${clientsPath(realm)}/${encodeURIComponent(client.id)}`);
  return (
    <ScreenTabs
      path={`/clients/${client.id}`}
      tabs={tabs.map(({ name, title, sections, below }) => ({
        name,
        title,
        form: clientForm(client, name),
        content: (
          <Stack gap="md">
            {sections === undefined ? undefined : (
              <ClientForm client={client} label={title} tab={name} sections={sections} />
            )}
            {below}
          </Stack>
        ),
      }))}
    />
  );
}

/** The client in the URL. */
export function ClientScreen(): ReactNode {
  const { id = '' } = useParams();
  const query = useClient(id);
  return (
    <Page
      title={query.data?.clientId ?? text('clients:client.title')}
      summary={readableClientName(query.data?.name)}
      above={
        <Anchor component={Link} to="/clients" fz="sm">
          <IconArrowLeft size={12} aria-hidden /> {text('clients:client.back')}
        </Anchor>
      }
      actions={
        query.data === undefined ? undefined : (
          <>
            {query.data.protocol === 'docker-v2' ? undefined : (
              <Button
                variant="default"
                component={Link}
                to={`/sessions?${new URLSearchParams({ client: query.data.clientId })}`}
              >
                {text('clients:client.sessions')}
              </Button>
            )}
            {query.data.protocol === 'saml' ? <ImportMetadataButton client={query.data} /> : undefined}
            <DeleteClient client={query.data} />
          </>
        )
      }
    >
      <QueryView query={query} lines={8}>
        {(client) => <Parts key={client.id} client={client} />}
      </QueryView>
    </Page>
  );
}
