// Settings: every start option with its value and origin. Changes are saved to the configuration file.
import { Alert, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSettings } from '../../api/settings.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
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

/** The screen; `#/settings?search=…` opens it with a search. */
export function SettingsScreen(): ReactNode {
  const [parameters] = useSearchParams();
  const [search, setSearch] = useState(parameters.get('search') ?? '');
  const settings = useSettings();
  return (
    <Page
      title="Settings"
      summary="Start options. Changes are saved to the configuration file; comments and order are kept."
      actions={
        <TextInput
          aria-label="Search the options"
          placeholder="Key, help, value, origin"
          leftSection={<IconSearch size={16} />}
          w={240}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
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
              onShowAll={() => setSearch('')}
            />
          </>
        )}
      </QueryView>
    </Page>
  );
}
