// A list of settings with a sentence each, for the import report and the export report.
import { Code, List, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { IneffectiveSettingWire } from '#protocol/contract/import-report.ts';
import { text } from '../../texts/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pages } from '../../ui/pages.tsx';
import { describePlaces, searchReport } from './search-report.ts';
import classes from './settings-list.module.css';

const PER_PAGE = 50;
/** Shorter lists are read faster than searched. */
const SEARCHED_FROM = 8;

/** A text with `code` in it. */
function Words({ source }: { readonly source: string }): ReactNode {
  // Code is between two backticks, so every second part.
  return source.split('`').map((part, index) => (index % 2 === 1 ? <Code key={part}>{part}</Code> : part));
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
      <Text fz="sm" lang="en">
        <Words source={message} />
      </Text>
      {places === undefined ? undefined : (
        <Text fz="sm" c="dimmed">
          {places}
        </Text>
      )}
    </li>
  );
}

interface Props {
  readonly settings: readonly IneffectiveSettingWire[];
  /** The name of the list. */
  readonly label: string;
  readonly searchLabel: string;
  /** What is shown when there is nothing to list. */
  readonly empty: ReactNode;
}

/** A searchable list of settings, each with its path and what happens. */
export function SettingsList({ settings, label, searchLabel, empty }: Props): ReactNode {
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  if (settings.length === 0) return empty;
  const found = searchReport(settings, words);
  return (
    <Stack gap="sm">
      {settings.length < SEARCHED_FROM ? undefined : (
        <TextInput
          aria-label={searchLabel}
          placeholder={text('realm:report.searchPlaceholder')}
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
        <EmptyState title={text('realm:report.noMatch')} text={text('realm:report.noMatchText')} />
      ) : (
        <List listStyleType="none" className={classes['list']} aria-label={label}>
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
        rows="components:count.settings"
      />
    </Stack>
  );
}
