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
import { CodeBlock } from '../../ui/code-block.tsx';
import { Section } from '../../ui/section.tsx';

function BundleRow(): ReactNode {
  const { isPending, mutateAsync } = useLoadCertificates();
  return (
    <DownloadRow
      fileName="bundle.pem"
      help="The certificates that the registry must trust. Download them again after a key rotation."
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
      <Section
        title="Registry as a program"
        summary="For a registry that does not run in a container. The files below are for containers."
      >
        <Stack gap="md">
          <BundleRow />
          <Stack gap={4}>
            <Text c="dimmed" fz="xs" ff="monospace">
              config.yml
            </Text>
            <CodeBlock
              label="config.yml of the program"
              text={registryConfiguration(overview.issuer, client.clientId)}
            />
          </Stack>
        </Stack>
      </Section>
      <Section title="Commands" summary="All users of the realm may sign in. Roles restrict their access.">
        <Stack gap="sm">
          {registryCommands(username).map(({ what, text }) => (
            <Stack key={what} gap={4}>
              <Text fz="sm">{what}</Text>
              <CodeBlock label={what.toLowerCase()} text={text} />
            </Stack>
          ))}
        </Stack>
      </Section>
      <InstallationFiles client={client} summary="Generated from the saved settings." />
    </>
  );
}
