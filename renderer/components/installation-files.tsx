// Files that configure an application as a client: shown, copied and downloaded.
import { Stack, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { INSTALLATIONS, type InstallationId, isInstallationId } from '#protocol/contract/installations.ts';
import type { StoredClient } from '../api/clients.ts';
import { useInstallationText, useLoadInstallation } from '../api/installations.ts';
import { type SettingText, settingText } from '../texts/setting-text.ts';
import { text } from '../texts/text.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { DownloadRow } from './download-row.tsx';

function filesFor({ protocol = 'openid-connect' }: StoredClient): readonly InstallationId[] {
  return Object.keys(INSTALLATIONS)
    .filter(isInstallationId)
    .filter((id) => INSTALLATIONS[id].protocol === protocol);
}

function textsOf(id: InstallationId): Pick<SettingText, 'label' | 'help'> {
  const { title, help } = INSTALLATIONS[id];
  return settingText('installation', id) ?? { label: title, help };
}

interface FileProps {
  readonly client: StoredClient;
  readonly id: InstallationId;
}

function FileText({ client, id }: FileProps): ReactNode {
  const contents = useInstallationText(client, id);
  return (
    <QueryView query={contents} lines={6}>
      {(content) => <CodeBlock label={textsOf(id).label} text={content} />}
    </QueryView>
  );
}

function InstallationFile({ client, id }: FileProps): ReactNode {
  const { isPending, mutateAsync } = useLoadInstallation(client);
  const { fileName, isBinary } = INSTALLATIONS[id];
  return (
    <Stack gap="xs">
      <DownloadRow
        fileName={fileName}
        help={textsOf(id).help}
        isLoading={isPending}
        load={() => mutateAsync(id)}
      />
      {isBinary ? undefined : <FileText client={client} id={id} />}
    </Stack>
  );
}

interface Props {
  readonly client: StoredClient;
  /** Introduction to the files. */
  readonly summary: string;
}

/** The files for the client's protocol. */
export function InstallationFiles({ client, summary }: Props): ReactNode {
  const files = filesFor(client);
  return (
    <Section title={text('components:installation.title')} summary={summary}>
      <Tabs defaultValue={files[0] ?? null} keepMounted={false}>
        <Tabs.List>
          {files.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {textsOf(id).label}
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
