// Below a list: the number of rows, and the pagination.
import { Group, Pagination, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type CountKey, text } from '../texts/text.ts';

interface Props {
  /** Rows on all pages. */
  readonly total: number;
  readonly perPage: number;
  /** Counts from 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** The count of rows: `components:count.sessions`. */
  readonly rows: CountKey;
}

const CONTROLS = {
  first: 'ui:pages.first',
  last: 'ui:pages.last',
  next: 'ui:pages.next',
  previous: 'ui:pages.previous',
} as const;

/** The pagination appears only if there is more than one page. */
export function Pages({ total, perPage, page, onPage, rows }: Props): ReactNode {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return (
    <Group justify="space-between">
      <Text c="dimmed" fz="sm" role="status">
        {text(rows, { count: total })}
      </Text>
      {pages === 1 ? undefined : (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': text(CONTROLS[control]) })}
          getItemProps={(item) => ({ 'aria-label': text('ui:pages.number', { number: item }) })}
        />
      )}
    </Group>
  );
}
