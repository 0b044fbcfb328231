// What a container registry needs to trust the realm: certificates, configuration, and the commands to try it with.
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
      help="The certificates that the registry must trust. After a key rotation it needs them anew."
      isLoading={isPending}
      load={() => mutateAsync()}
    />
  );
}

/** The tab "Snippets" of a client of protocol docker-v2. */
export function RegistryPanel({ client }: { readonly client: StoredClient }): ReactNode {
  const overview = useRealmOverview();
  if (overview === undefined) return undefined;
  const username = overview.namedUsers[0]?.username ?? 'USER';
  return (
    <>
      <RegistryNotice />
      <Section
        title="A registry that trusts this realm"
        summary="For the registry as a plain program; the files below are for containers."
      >
        <Stack gap="md">
          <BundleRow />
          <Stack gap={4}>
            <Text c="dimmed" fz="xs" ff="monospace">
              config.yml
            </Text>
            <CodeBlock
              label="configuration of the program"
              text={registryConfiguration(overview.issuer, client.clientId)}
            />
          </Stack>
        </Stack>
      </Section>
      <Section title="Commands" summary="Anybody of the realm may sign in; roles narrow what they may do.">
        <Stack gap="sm">
          {registryCommands(username).map(({ what, text }) => (
            <Stack key={what} gap={4}>
              <Text fz="sm">{what}</Text>
              <CodeBlock label={what.toLowerCase()} text={text} />
            </Stack>
          ))}
        </Stack>
      </Section>
      <InstallationFiles client={client} summary="Made from the settings as they are saved." />
    </>
  );
}
