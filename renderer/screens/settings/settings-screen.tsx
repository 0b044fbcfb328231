// Settings: every start option with its value and origin. Changes are saved to the configuration file.
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSettings } from '../../api/settings.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { OptionForm } from './option-form.tsx';

function Warnings({ warnings }: { readonly warnings: readonly string[] }): ReactNode {
  return warnings.length === 0 ? undefined : (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--us-asked)" />}
      title="Ignored lines in the configuration file"
    >
      <ul style={{ margin: 0, paddingInlineStart: 16, overflowWrap: 'anywhere' }}>
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
      title="Settings"
      summary="Start options. Changes are saved to the configuration file; comments and order are kept."
      actions={
        <SearchField
          label="Search the options"
          placeholder="Key, help, value, origin"
          w={240}
          value={search}
          onChange={(text) => change({ search: text })}
        />
      }
    >
      <QueryView query={settings} lines={12}>
        {(loaded) => (
          <>
            <CopyValue value={loaded.file} label="path of the configuration file" />
            <Warnings warnings={loaded.warnings} />
            <OptionForm
              settings={loaded}
              search={search}
              onReload={() => void settings.refetch()}
              onShowAll={() => change({ search: '' })}
            />
          </>
        )}
      </QueryView>
    </Page>
  );
}
