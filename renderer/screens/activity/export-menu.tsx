// Saves the realm's flows as a file: a page to read, or an HTTP Archive for other tools.
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi, useRealm } from '../../api/api-context.tsx';
import { downloadFile } from '../../api/bridge.ts';
import { realmTracePath, type TraceFormat } from '../../api/traces.ts';
import { type PlainKey, text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';

const FORMATS: readonly { readonly format: TraceFormat; readonly label: PlainKey }[] = [
  { format: 'html', label: 'activity:export.html' },
  { format: 'har', label: 'activity:export.har' },
];

/** Secrets are masked. With `test`, only what belongs to the test is saved. */
export function ExportMenu({ test }: { readonly test: string | undefined }): ReactNode {
  const api = useApi();
  const [realm] = useRealm();
  const [busy, setBusy] = useState(false);
  const save = async (format: TraceFormat): Promise<void> => {
    setBusy(true);
    const name = `activity-${realm.replaceAll(/[^\w.-]/g, '_')}.${format}`;
    const saved = api
      .load(realmTracePath(realm, format, test))
      .then((content) => downloadFile(name, content));
    await announceOutcome(saved, { failed: text('activity:export.failed', { file: name }) });
    setBusy(false);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={busy}
        >
          {text('activity:export.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {text(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
