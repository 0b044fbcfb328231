// Search, filters, pause and clear buttons above the lines.
import { Button, Group, Select, Text } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { SearchField } from '../../ui/search-field.tsx';
import { ANY_LINE, type LogFilter, RECORD_LEVELS } from './log-filter.ts';

interface Props {
  readonly filter: LogFilter;
  readonly onChange: (part: Partial<LogFilter>) => void;
  readonly categories: readonly string[];
  readonly shown: number;
  readonly total: number;
  /** Lines received while the list is paused; undefined if it is not. */
  readonly missed: number | undefined;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onClear: () => void;
  /** Saves the lines shown. */
  readonly onSave: () => void;
}

const number = new Intl.NumberFormat('en');

const levels = RECORD_LEVELS.map((level, place) => ({
  value: level,
  label: place === 0 ? level : place === RECORD_LEVELS.length - 1 ? 'All levels' : `${level} and above`,
}));

function countText(shown: number, total: number): string {
  if (shown !== total) return `${number.format(shown)} of ${number.format(total)} lines`;
  return `${number.format(total)} ${total === 1 ? 'line' : 'lines'}`;
}

function resumeText(missed: number): string {
  if (missed === 0) return 'Resume';
  return `Resume: ${number.format(missed)} new ${missed === 1 ? 'line' : 'lines'}`;
}

/** Not rendered with every batch of lines: the lists are the most expensive part of the screen. */
const Filters = memo(function Filters({
  filter,
  categories,
  onChange,
}: Pick<Props, 'filter' | 'onChange'> & { readonly categories: string }): ReactNode {
  return (
    <>
      <SearchField
        size="xs"
        w={176}
        label="Search the log"
        placeholder="Message, client, user …"
        value={filter.text}
        onChange={(text) => onChange({ text })}
      />
      <Select
        size="xs"
        w={152}
        aria-label="Level"
        allowDeselect={false}
        data={levels}
        value={filter.level}
        onChange={(level) =>
          onChange({ level: RECORD_LEVELS.find((name) => name === level) ?? ANY_LINE.level })
        }
      />
      <Select
        size="xs"
        w={176}
        aria-label="Category"
        placeholder="All categories"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All categories' }}
        nothingFoundMessage="No matching categories"
        data={categories === '' ? [] : categories.split('\n')}
        value={filter.category === '' ? null : filter.category}
        onChange={(category) => onChange({ category: category ?? '' })}
      />
    </>
  );
});

/** Controls for the list of lines. */
export function LogToolbar(props: Props): ReactNode {
  const { filter, onChange, categories, shown, total, missed, onPause, onResume, onClear, onSave } = props;
  return (
    <Group gap="xs">
      <Filters filter={filter} onChange={onChange} categories={categories.join('\n')} />
      <Text c="dimmed" fz="xs">
        {countText(shown, total)}
        {missed === undefined ? '' : ' · paused'}
      </Text>
      <Group gap="xs" ml="auto">
        {missed === undefined ? (
          <Button variant="default" size="xs" leftSection={<IconPlayerPause size={14} />} onClick={onPause}>
            Pause
          </Button>
        ) : (
          <Button size="xs" leftSection={<IconPlayerPlay size={14} />} onClick={onResume}>
            {resumeText(missed)}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          disabled={shown === 0}
          onClick={onSave}
        >
          Save lines
        </Button>
        <Button variant="default" size="xs" leftSection={<IconTrash size={14} />} onClick={onClear}>
          Clear view
        </Button>
      </Group>
    </Group>
  );
}
