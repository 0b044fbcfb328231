// Shows a query's data, or that it loads, or why it could not be loaded.
import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  /** Lines of the placeholder, so that nothing jumps when the data arrives. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Data that was loaded once stays visible while a later attempt fails. */
export function QueryView<Data>({ query, lines = 3, children }: Props<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  return (
    <Stack gap={8} role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity and never change places.
        <Skeleton key={line} height={20} />
      ))}
    </Stack>
  );
}
