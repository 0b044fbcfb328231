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
import { announceOutcome } from '../ui/announce.tsx';
import { QueryView } from '../ui/query-view.tsx';

interface Props {
  readonly scopes: readonly StoredClientScope[];
  /** Absent for the realm's lists, which apply to new clients. */
  readonly clientUuid?: string;
}

const choices = [
  { value: 'default', label: 'Default' },
  { value: 'optional', label: 'Optional' },
  { value: 'none', label: 'None' },
];

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
      done: () => `Scope ${scope.name}: ${to}.`,
      failed: 'The scope was not changed',
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
          aria-label={`Scope ${scope.name}`}
          size="xs"
          allowDeselect={false}
          disabled={assign.isPending}
          data={choices}
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
          <Table verticalSpacing={4} layout="fixed" aria-label="Client scopes">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w="28%">Scope</Table.Th>
                <Table.Th>Description</Table.Th>
                <Table.Th w={128}>Assigned type</Table.Th>
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
