// What the list shows when no flow matches, and how to see more.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { FLOW_KIND_LABELS } from '#protocol/contract/flow-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type FilterChoice, isNarrow, NO_FILTER } from './flow-filter.ts';
import type { FilterControl } from './use-flow-filter.ts';

/** The filter in words: `refused, CIBA, client web`. */
function describeFilter({ search, refusedOnly, kind, client, user, test }: FilterChoice): string {
  const parts = [
    ...(refusedOnly ? ['refused'] : []),
    ...(kind === undefined ? [] : [FLOW_KIND_LABELS[kind]]),
    ...(client === undefined ? [] : [`client ${client}`]),
    ...(user === undefined ? [] : [`user ${user}`]),
    ...(test === undefined ? [] : [`test “${test}”`]),
    ...(search.trim() === '' ? [] : [`“${search.trim()}”`]),
  ];
  return parts.join(', ');
}

interface Props extends FilterControl {
  /** How many flows of other realms the filter would show. */
  readonly elsewhere: number;
}

/** Offers to clear the filter, and to show other realms if that helps. */
export function NoFlows({ filter, change, elsewhere }: Props): ReactNode {
  const where = filter.realm === undefined ? 'in any realm' : `in realm ${filter.realm}`;
  const narrow = isNarrow(filter);
  const flows = elsewhere === 1 ? '1 flow' : `${elsewhere} flows`;
  return (
    <EmptyState
      title={narrow ? 'No matching flows' : 'No flows'}
      text={
        narrow ? `Nothing ${where} matches: ${describeFilter(filter)}.` : `There is no activity ${where} yet.`
      }
      action={
        <Group gap="xs" justify="center">
          {narrow ? (
            <Button size="xs" variant="default" onClick={() => change(NO_FILTER)}>
              Clear filters
            </Button>
          ) : undefined}
          {elsewhere > 0 ? (
            <Button size="xs" variant="default" onClick={() => change({ allRealms: true })}>
              {`Show all realms (${flows})`}
            </Button>
          ) : undefined}
        </Group>
      }
    />
  );
}
