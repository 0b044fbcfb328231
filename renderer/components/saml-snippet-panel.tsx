// Ready settings for a service provider: one tab per library, and the files that the server makes.
import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { INSTALLATIONS, type InstallationId, isInstallationId } from '#protocol/contract/installations.ts';
import { downloadFile } from '../api/bridge.ts';
import type { StoredClient } from '../api/clients.ts';
import { useRealmOverview } from '../api/emulator.ts';
import { useInstallationText, useLoadInstallation } from '../api/installations.ts';
import { useSigningCertificate } from '../api/keys.ts';
import { announceFailure } from '../ui/announce.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { samlAddresses } from './saml-addresses.ts';
import { SAML_SNIPPETS, type SamlSnippetValues } from './saml-snippets.ts';

const FORMATS: Readonly<Record<string, string>> = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
};
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

const FILES = Object.keys(INSTALLATIONS)
  .filter(isInstallationId)
  .filter((id) => INSTALLATIONS[id].protocol === 'saml');

function likelyConsumer({ attributes = {}, redirectUris = [] }: StoredClient): string {
  const named = attributes['saml_assertion_consumer_url_post'] ?? '';
  if (named !== '') return named;
  return redirectUris.find((uri) => !uri.includes('*')) ?? 'http://localhost:3000/saml/acs';
}

function valuesOf(client: StoredClient, issuer: string, certificate: string | undefined): SamlSnippetValues {
  const isOn = (name: string): boolean => client.attributes?.[name] === 'true';
  return {
    ...samlAddresses(issuer),
    issuer,
    entityId: client.clientId,
    consumerUrl: likelyConsumer(client),
    certificate,
    nameIdFormat: FORMATS[client.attributes?.['saml_name_id_format'] ?? ''] ?? UNSPECIFIED,
    signsRequests: isOn('saml.client.signature'),
    wantsSignedAssertions: isOn('saml.assertion.signature'),
    wantsSignedMessages: isOn('saml.server.signature'),
    wantsEncryption: isOn('saml.encrypt'),
  };
}

/** The settings with this realm's and this client's values. */
export function SamlSnippetPanel({ client }: { readonly client: StoredClient }): ReactNode {
  const overview = useRealmOverview();
  const certificate = useSigningCertificate();
  if (overview === undefined) return undefined;
  const values = valuesOf(client, overview.issuer, certificate);
  return (
    <Tabs defaultValue={SAML_SNIPPETS[0]?.id ?? null} keepMounted={false}>
      <Tabs.List>
        {SAML_SNIPPETS.map((snippet) => (
          <Tabs.Tab key={snippet.id} value={snippet.id}>
            {snippet.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SAML_SNIPPETS.map((snippet) => (
        <Tabs.Panel key={snippet.id} value={snippet.id} pt="sm">
          <Stack gap={4}>
            <Text c="dimmed" fz="xs" ff="monospace">
              {snippet.file}
            </Text>
            <CodeBlock label={`settings for ${snippet.title}`} text={snippet.write(values)} />
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

interface FileProps {
  readonly client: StoredClient;
  readonly id: InstallationId;
}

function FileText({ client, id }: FileProps): ReactNode {
  const text = useInstallationText(client, id);
  return (
    <QueryView query={text} lines={6}>
      {(content) => <CodeBlock label={INSTALLATIONS[id].title} text={content} />}
    </QueryView>
  );
}

function InstallationFile({ client, id }: FileProps): ReactNode {
  const load = useLoadInstallation(client);
  const { help, fileName, isBinary } = INSTALLATIONS[id];
  const save = (): void =>
    load.mutate(id, {
      onSuccess: (content) => downloadFile(fileName, content),
      onError: (error) => announceFailure(`${fileName} was not saved`, error),
    });
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          size="xs"
          variant="default"
          loading={load.isPending}
          leftSection={<IconDownload size={14} />}
          aria-label={`Download ${fileName}`}
          onClick={save}
        >
          {fileName}
        </Button>
        <Text c="dimmed" fz="sm">
          {help}
        </Text>
      </Group>
      {isBinary ? undefined : <FileText client={client} id={id} />}
    </Stack>
  );
}

/** Metadata of both sides, and settings of programs, made by the server. */
export function InstallationFiles({ client }: { readonly client: StoredClient }): ReactNode {
  return (
    <Section
      title="Files"
      summary="Made from the settings as they are saved; some hold the client’s private key."
    >
      <Tabs defaultValue={FILES[0] ?? null} keepMounted={false}>
        <Tabs.List>
          {FILES.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {INSTALLATIONS[id].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {FILES.map((id) => (
          <Tabs.Panel key={id} value={id} pt="sm">
            <InstallationFile client={client} id={id} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}
