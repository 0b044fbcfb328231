// Below a list: the number of rows, and the pagination.
import { Group, Pagination, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Rows on all pages. */
  readonly total: number;
  readonly perPage: number;
  /** Counts from 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Singular and plural of a row: `session`, `sessions`. */
  readonly one: string;
  readonly many: string;
}

/** A count with its noun: `1 session`, `2,000 sessions`. */
export function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** The pagination appears only if there is more than one page. */
export function Pages({ total, perPage, page, onPage, one, many }: Props): ReactNode {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return (
    <Group justify="space-between">
      <Text c="dimmed" fz="sm" role="status">
        {countOf(total, one, many)}
      </Text>
      {pages === 1 ? undefined : (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  );
}
