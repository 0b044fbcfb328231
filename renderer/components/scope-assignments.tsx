// Assignment of client scopes (default or optional) to a client, or to new clients of the realm.
import { Anchor, Select, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  type ScopeAssignment,
  type StoredClientScope,
  useAssignScope,
  useScopeAssignments,
} from '../api/client-scopes.ts';
import { perLanguage, text } from '../texts/text.ts';
import { announceOutcome } from '../ui/announce.tsx';
import { QueryView } from '../ui/query-view.tsx';

interface Props {
  readonly scopes: readonly StoredClientScope[];
  /** Absent for the realm's lists, which apply to new clients. */
  readonly clientUuid?: string;
}

const choices = perLanguage(() => [
  { value: 'default', label: text('components:scopes.default') },
  { value: 'optional', label: text('components:scopes.optional') },
  { value: 'none', label: text('components:scopes.none') },
]);

const DONE = {
  default: 'components:scopes.defaultDone',
  optional: 'components:scopes.optionalDone',
  none: 'components:scopes.noneDone',
} as const;

function ScopeRow({
  scope,
  assigned,
  clientUuid,
}: {
  readonly scope: StoredClientScope;
  readonly assigned: ScopeAssignment;
  readonly clientUuid: string | undefined;
}): ReactNode {
  const assign = useAssignScope(clientUuid);
  const change = (to: ScopeAssignment): Promise<void> =>
    announceOutcome(assign.mutateAsync({ scopeId: scope.id, from: assigned, to }), {
      done: () => text(DONE[to], { scope: scope.name ?? '' }),
      failed: text('components:scopes.failed'),
    });
  return (
    <Table.Tr>
      <Table.Td ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
        <Anchor component={Link} to={`/realm/client-scopes/${scope.id}`} fz="sm" underline="hover">
          {scope.name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Text c="dimmed" fz="sm">
          {scope.description ?? ''}
        </Text>
      </Table.Td>
      <Table.Td>
        <Select
          aria-label={text('components:scopes.row', { scope: scope.name ?? '' })}
          size="xs"
          allowDeselect={false}
          disabled={assign.isPending}
          data={choices()}
          value={assigned}
          onChange={(to) => change((to ?? assigned) as ScopeAssignment)}
        />
      </Table.Td>
    </Table.Tr>
  );
}

/** Changes take effect immediately. */
export function ScopeAssignments({ scopes, clientUuid }: Props): ReactNode {
  const assignments = useScopeAssignments(clientUuid);
  return (
    <QueryView query={assignments} lines={6}>
      {(assigned) => (
        <Table.ScrollContainer type="native" minWidth={440}>
          <Table verticalSpacing={4} layout="fixed" aria-label={text('components:scopes.label')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w="28%">{text('components:scopes.scope')}</Table.Th>
                <Table.Th>{text('components:scopes.description')}</Table.Th>
                <Table.Th w={128}>{text('components:scopes.assigned')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {scopes.map((scope) => (
                <ScopeRow
                  key={scope.id}
                  scope={scope}
                  assigned={assigned.get(scope.id) ?? 'none'}
                  clientUuid={clientUuid}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </QueryView>
  );
}
