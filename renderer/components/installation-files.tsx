// Files that set an application up as a client: shown, copied and downloaded as the server makes them.
import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { INSTALLATIONS, type InstallationId, isInstallationId } from '#protocol/contract/installations.ts';
import { downloadFile } from '../api/bridge.ts';
import type { StoredClient } from '../api/clients.ts';
import { useInstallationText, useLoadInstallation } from '../api/installations.ts';
import { announceFailure } from '../ui/announce.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';

function filesFor({ protocol = 'openid-connect' }: StoredClient): readonly InstallationId[] {
  return Object.keys(INSTALLATIONS)
    .filter(isInstallationId)
    .filter((id) => INSTALLATIONS[id].protocol === protocol);
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

interface Props {
  readonly client: StoredClient;
  /** What a person should know of them. */
  readonly summary: string;
}

/** The files for the client's protocol. */
export function InstallationFiles({ client, summary }: Props): ReactNode {
  const files = filesFor(client);
  return (
    <Section title="Files" summary={summary}>
      <Tabs defaultValue={files[0] ?? null} keepMounted={false}>
        <Tabs.List>
          {files.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {INSTALLATIONS[id].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {files.map((id) => (
          <Tabs.Panel key={id} value={id} pt="sm">
            <InstallationFile client={client} id={id} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}
