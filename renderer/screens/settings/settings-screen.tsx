// Settings: every start option with its value and origin. Changes are saved to the configuration file.
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSettings } from '../../api/settings.ts';
import { text } from '../../texts/text.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { currentParameters, useAddress } from '../../ui/use-address.ts';
import { OptionForm } from './option-form.tsx';

function Warnings({ warnings }: { readonly warnings: readonly string[] }): ReactNode {
  return warnings.length === 0 ? undefined : (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--us-asked)" />}
      title={text('settings:warnings')}
    >
      <ul lang="en" style={{ margin: 0, paddingInlineStart: 16, overflowWrap: 'anywhere' }}>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Alert>
  );
}

const ADDRESS = { search: '' };

/** The screen; `#/settings?search=…` opens it with a search. */
export function SettingsScreen(): ReactNode {
  const [{ search }, change] = useAddress(ADDRESS);
  const settings = useSettings();
  return (
    <Page
      title={text('settings:title')}
      summary={text('settings:heading')}
      actions={
        <SearchField
          label={text('settings:search.label')}
          placeholder={text('settings:search.placeholder')}
          w={240}
          value={search}
          onChange={(words) => change({ search: words })}
        />
      }
    >
      <QueryView query={settings} lines={12}>
        {(loaded) => (
          <>
            <CopyValue value={loaded.file} label={text('settings:file')} />
            <Warnings warnings={loaded.warnings} />
            <OptionForm
              settings={loaded}
              search={search}
              typedSearch={() => currentParameters().get('search') ?? ADDRESS.search}
              onReload={() => void settings.refetch()}
              onShowAll={() => change({ search: '' })}
            />
          </>
        )}
      </QueryView>
    </Page>
  );
}
