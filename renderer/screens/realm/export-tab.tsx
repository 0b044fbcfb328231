// Exports the realm, and shows what Keycloak will read differently.
import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { type ExportFor, useExportReport, useRealmExport } from '../../api/realm-export.ts';
import { saveText } from '../../components/save-text.ts';
import { announceFailure } from '../../ui/announce.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { SettingsList } from './settings-list.tsx';

const SAME = (
  <EmptyState
    title="Keycloak will read this realm as it is"
    text="Settings that the export for Keycloak leaves out, or that Keycloak reads differently, appear here."
  />
);

function ExportButton({
  target,
  children,
}: {
  readonly target: ExportFor;
  readonly children: string;
}): ReactNode {
  const [realm] = useRealm();
  const load = useRealmExport();
  const run = (): void =>
    load.mutate(target, {
      onSuccess: (text) => saveText(`${realm.replaceAll(/[^\w.-]/g, '_')}-realm.json`, text),
      onError: (error) => announceFailure('The realm was not exported', error),
    });
  return (
    <Button
      variant={target === 'keycloak' ? 'filled' : 'default'}
      leftSection={<IconDownload size={16} />}
      loading={load.isPending}
      onClick={run}
    >
      {children}
    </Button>
  );
}

/** The Export tab. */
export function ExportTab(): ReactNode {
  const report = useExportReport();
  return (
    <Stack gap="md">
      <Section
        title="Export"
        summary="A realm file with clients, users, password hashes and keys. Treat it like a password. The export for Understudy also keeps members that Keycloak does not know."
      >
        <Group gap="sm">
          <ExportButton target="keycloak">Export for Keycloak</ExportButton>
          <ExportButton target="understudy">Export for Understudy</ExportButton>
        </Group>
      </Section>
      <Section title="What Keycloak will read differently" summary="In the export for Keycloak 26.">
        <QueryView query={report} lines={4}>
          {(findings) => (
            <SettingsList settings={findings} label="What Keycloak will read differently" empty={SAME} />
          )}
        </QueryView>
      </Section>
    </Stack>
  );
}
