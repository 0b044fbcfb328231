// Exports the realm, and shows what Keycloak will read differently.
import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { type ExportFor, useExportReport, useRealmExport } from '../../api/realm-export.ts';
import { saveText } from '../../components/save-text.ts';
import { text } from '../../texts/text.ts';
import { announceFailure } from '../../ui/announce.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { SettingsList } from './settings-list.tsx';

function Same(): ReactNode {
  return <EmptyState title={text('realm:export.same')} text={text('realm:export.sameText')} />;
}

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
      onSuccess: (file) => saveText(`${realm.replaceAll(/[^\w.-]/g, '_')}-realm.json`, file),
      onError: (error) => announceFailure(text('realm:export.failed'), error),
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
      <Section title={text('realm:export.title')} summary={text('realm:export.summary')}>
        <Group gap="sm">
          <ExportButton target="keycloak">{text('realm:export.forKeycloak')}</ExportButton>
          <ExportButton target="understudy">{text('realm:export.forUnderstudy')}</ExportButton>
        </Group>
      </Section>
      <Section title={text('realm:export.differences')} summary={text('realm:export.differencesSummary')}>
        <QueryView query={report} lines={4}>
          {(findings) => (
            <SettingsList
              settings={findings}
              label={text('realm:export.differencesList')}
              searchLabel={text('realm:export.differencesSearch')}
              empty={<Same />}
            />
          )}
        </QueryView>
      </Section>
    </Stack>
  );
}
