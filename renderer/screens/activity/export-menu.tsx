// Saves the realm's flows as a file: a page to read, or an HTTP Archive for other tools.
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi, useRealm } from '../../api/api-context.tsx';
import { downloadFile } from '../../api/bridge.ts';
import { realmTracePath, type TraceFormat } from '../../api/traces.ts';
import { announceOutcome } from '../../ui/announce.tsx';

const FORMATS: readonly { readonly format: TraceFormat; readonly label: string }[] = [
  { format: 'html', label: 'Page (HTML)' },
  { format: 'har', label: 'HTTP Archive (HAR)' },
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
    await announceOutcome(saved, { failed: `${name} was not saved` });
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
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
