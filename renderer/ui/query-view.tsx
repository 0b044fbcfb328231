// Shows a query's data, a placeholder while loading, or the error.
import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';
import { ErrorState } from './error-state.tsx';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  /** Lines of the placeholder, so that nothing jumps when the data arrives. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Loaded data stays visible when a later request fails. */
export function QueryView<Data>({ query, lines = 3, children }: Props<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  return (
    <Stack gap={8} role="status" aria-busy="true" aria-label={text('ui:loading')}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity and never change places.
        <Skeleton key={line} height={20} />
      ))}
    </Stack>
  );
}
