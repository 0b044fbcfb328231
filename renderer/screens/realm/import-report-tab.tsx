// The import report: settings of the realm that have no effect, and what happens instead.
import type { ReactNode } from 'react';
import { useImportReport } from '../../api/import-report.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { SettingsList } from './settings-list.tsx';

const EMPTY = (
  <EmptyState
    title="Every setting of this realm has an effect"
    text="Settings that Understudy keeps but does not act on appear here, with what happens instead."
  />
);

/** The Import report tab. */
export function ImportReportTab(): ReactNode {
  const report = useImportReport();
  return (
    <Section
      title="Settings without effect"
      summary="What this realm asks for and Understudy does not do. These settings are kept and exported again; default values are not listed."
    >
      <QueryView query={report} lines={6}>
        {({ settings }) => <SettingsList settings={settings} label="Settings without effect" empty={EMPTY} />}
      </QueryView>
    </Section>
  );
}
