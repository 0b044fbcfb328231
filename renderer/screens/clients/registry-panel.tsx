// Setup of a container registry: certificates, configuration, and commands to try it.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoredClient } from '../../api/clients.ts';
import { useRealmOverview } from '../../api/emulator.ts';
import { useLoadCertificates } from '../../api/keys.ts';
import { DownloadRow } from '../../components/download-row.tsx';
import { InstallationFiles } from '../../components/installation-files.tsx';
import { registryCommands, registryConfiguration } from '../../components/registry-commands.ts';
import { RegistryNotice } from '../../components/registry-notice.tsx';
import { text } from '../../texts/text.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Section } from '../../ui/section.tsx';

const startLower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

function BundleRow(): ReactNode {
  const { isPending, mutateAsync } = useLoadCertificates();
  return (
    <DownloadRow
      fileName="bundle.pem"
      help={text('clients:registry.certificatesHelp')}
      isLoading={isPending}
      load={() => mutateAsync()}
    />
  );
}

/** The Guides tab of a registry client. */
export function RegistryPanel({ client }: { readonly client: StoredClient }): ReactNode {
  const overview = useRealmOverview();
  if (overview === undefined) return undefined;
  const username = overview.namedUsers[0]?.username ?? 'USER';
  return (
    <>
      <RegistryNotice />
      <Section title={text('clients:registry.program')} summary={text('clients:registry.programSummary')}>
        <Stack gap="md">
          <BundleRow />
          <Stack gap={4}>
            <Text c="dimmed" fz="xs" ff="monospace">
              config.yml
            </Text>
            <CodeBlock
              label={text('clients:registry.configuration')}
              text={registryConfiguration(overview.issuer, client.clientId)}
            />
          </Stack>
        </Stack>
      </Section>
      <Section title={text('clients:registry.commands')} summary={text('clients:registry.commandsSummary')}>
        <Stack gap="sm">
          {registryCommands(username).map(({ what, text: command }) => (
            <Stack key={what} gap={4}>
              <Text fz="sm">{what}</Text>
              <CodeBlock
                label={text('clients:registry.command', { what: startLower(what) })}
                text={command}
              />
            </Stack>
          ))}
        </Stack>
      </Section>
      <InstallationFiles client={client} summary={text('clients:files.summary')} />
    </>
  );
}
