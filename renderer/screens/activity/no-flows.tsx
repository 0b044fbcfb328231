// What the list shows when no flow matches, and how to see more.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../../texts/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type FilterChoice, isNarrow, NO_FILTER } from './flow-filter.ts';
import { kindLabel } from './kind-labels.ts';
import type { FilterControl } from './use-flow-filter.ts';

/** The filter in words: `refused, CIBA, client web`. */
function describeFilter({ search, refusedOnly, kind, client, user, test }: FilterChoice): string {
  const parts = [
    ...(refusedOnly ? [text('activity:noMatch.refused')] : []),
    ...(kind === undefined ? [] : [kindLabel(kind)]),
    ...(client === undefined ? [] : [text('activity:noMatch.client', { client })]),
    ...(user === undefined ? [] : [text('activity:noMatch.user', { user })]),
    ...(test === undefined ? [] : [text('activity:noMatch.test', { test })]),
    ...(search.trim() === '' ? [] : [text('activity:noMatch.search', { words: search.trim() })]),
  ];
  return parts.join(', ');
}

function describeNothing(filter: FilterChoice): string {
  const { realm } = filter;
  if (!isNarrow(filter))
    return realm === undefined ? text('activity:none.anywhere') : text('activity:none.inRealm', { realm });
  const described = describeFilter(filter);
  return realm === undefined
    ? text('activity:noMatch.anywhere', { filter: described })
    : text('activity:noMatch.inRealm', { realm, filter: described });
}

interface Props extends FilterControl {
  /** How many flows of other realms the filter would show. */
  readonly elsewhere: number;
}

/** Offers to clear the filter, and to show other realms if that helps. */
export function NoFlows({ filter, change, elsewhere }: Props): ReactNode {
  const narrow = isNarrow(filter);
  return (
    <EmptyState
      title={text(narrow ? 'activity:noMatch.title' : 'activity:none.title')}
      text={describeNothing(filter)}
      action={
        <Group gap="xs" justify="center">
          {narrow ? (
            <Button size="xs" variant="default" onClick={() => change(NO_FILTER)}>
              {text('activity:filter.clear')}
            </Button>
          ) : undefined}
          {elsewhere > 0 ? (
            <Button size="xs" variant="default" onClick={() => change({ allRealms: true })}>
              {text('activity:filter.showRealms', { count: elsewhere })}
            </Button>
          ) : undefined}
        </Group>
      }
    />
  );
}
