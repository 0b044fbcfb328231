// The import report: settings of the realm that have no effect, and what happens instead.
import { Code, List, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { IneffectiveSettingWire } from '#protocol/contract/import-report.ts';
import { useImportReport } from '../../api/import-report.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './import-report-tab.module.css';
import { describePlaces, searchReport } from './search-report.ts';

const PER_PAGE = 50;
/** Shorter lists are read faster than searched. */
const SEARCHED_FROM = 8;

/** A text with `code` in it. */
function Words({ text }: { readonly text: string }): ReactNode {
  // Code is between two backticks, so every second part.
  return text.split('`').map((part, index) => (index % 2 === 1 ? <Code key={part}>{part}</Code> : part));
}

function Setting({ setting }: { readonly setting: IneffectiveSettingWire }): ReactNode {
  const { path, value, message } = setting;
  const places = describePlaces(setting);
  return (
    <li className={classes['setting']}>
      <Text className={classes['path']}>
        {path}
        {value === undefined ? undefined : <span className={classes['value']}>{value}</span>}
      </Text>
      <Text fz="sm">
        <Words text={message} />
      </Text>
      {places === undefined ? undefined : (
        <Text fz="sm" c="dimmed">
          {places}
        </Text>
      )}
    </li>
  );
}

function Settings({ settings }: { readonly settings: readonly IneffectiveSettingWire[] }): ReactNode {
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  if (settings.length === 0)
    return (
      <EmptyState
        title="Every setting of this realm has an effect"
        text="Settings that Understudy keeps but does not act on appear here, with what happens instead."
      />
    );
  const found = searchReport(settings, words);
  return (
    <Stack gap="sm">
      {settings.length < SEARCHED_FROM ? undefined : (
        <TextInput
          aria-label="Search settings without effect"
          placeholder="Setting, client or user"
          leftSection={<IconSearch size={16} />}
          maw={320}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setPage(1);
          }}
        />
      )}
      {found.length === 0 ? (
        <EmptyState title="No results" text="No setting without effect matches the search." />
      ) : (
        <List listStyleType="none" className={classes['list']} aria-label="Settings without effect">
          {found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((setting) => (
            <Setting key={`${setting.path} ${setting.value} ${setting.message}`} setting={setting} />
          ))}
        </List>
      )}
      <Pages
        total={found.length}
        perPage={PER_PAGE}
        page={page}
        onPage={setPage}
        one="setting"
        many="settings"
      />
    </Stack>
  );
}

/** The Import report tab. */
export function ImportReportTab(): ReactNode {
  const report = useImportReport();
  return (
    <Section
      title="Settings without effect"
      summary="What this realm asks for and Understudy does not do. These settings are kept and exported again; default values are not listed."
    >
      <QueryView query={report} lines={6}>
        {({ settings }) => <Settings settings={settings} />}
      </QueryView>
    </Section>
  );
}
