// The import report: settings of the realm that have no effect, and what happens instead.
import type { ReactNode } from 'react';
import { useImportReport } from '../../api/import-report.ts';
import { text } from '../../texts/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { SettingsList } from './settings-list.tsx';

function Empty(): ReactNode {
  return <EmptyState title={text('realm:report.empty')} text={text('realm:report.emptyText')} />;
}

/** The Import report tab. */
export function ImportReportTab(): ReactNode {
  const report = useImportReport();
  return (
    <Section title={text('realm:report.title')} summary={text('realm:report.summary')}>
      <QueryView query={report} lines={6}>
        {({ settings }) => (
          <SettingsList
            settings={settings}
            label={text('realm:report.list')}
            searchLabel={text('realm:report.search')}
            empty={<Empty />}
          />
        )}
      </QueryView>
    </Section>
  );
}
