// Search, filters, pause and clear buttons above the lines.
import { Button, Group, Select, Text } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { RecordLevel } from '#protocol/contract/log-levels.ts';
import { perLanguage, text } from '../../texts/text.ts';
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

function labelOf(level: RecordLevel, place: number): string {
  if (place === 0) return level;
  return place === RECORD_LEVELS.length - 1 ? text('logs:level.all') : text('logs:level.above', { level });
}

const levels = perLanguage(() =>
  RECORD_LEVELS.map((level, place) => ({ value: level, label: labelOf(level, place) })),
);

function countText(shown: number, total: number, isPaused: boolean): string {
  const lines =
    shown === total
      ? text('logs:count.all', { count: total })
      : text('logs:count.some', { shown, count: total });
  return isPaused ? text('logs:count.paused', { lines }) : lines;
}

function resumeText(missed: number): string {
  return missed === 0 ? text('logs:resume') : text('logs:resumeNew', { count: missed });
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
        label={text('logs:search.label')}
        placeholder={text('logs:search.placeholder')}
        value={filter.text}
        onChange={(words) => onChange({ text: words })}
      />
      <Select
        size="xs"
        w={152}
        aria-label={text('logs:level.label')}
        allowDeselect={false}
        data={levels()}
        value={filter.level}
        onChange={(level) =>
          onChange({ level: RECORD_LEVELS.find((name) => name === level) ?? ANY_LINE.level })
        }
      />
      <Select
        size="xs"
        w={176}
        aria-label={text('logs:category.label')}
        placeholder={text('logs:category.all')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': text('logs:category.all') }}
        nothingFoundMessage={text('logs:category.none')}
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
        {countText(shown, total, missed !== undefined)}
      </Text>
      <Group gap="xs" ml="auto">
        {missed === undefined ? (
          <Button variant="default" size="xs" leftSection={<IconPlayerPause size={14} />} onClick={onPause}>
            {text('logs:pause')}
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
          {text('logs:save')}
        </Button>
        <Button variant="default" size="xs" leftSection={<IconTrash size={14} />} onClick={onClear}>
          {text('logs:clear')}
        </Button>
      </Group>
    </Group>
  );
}
