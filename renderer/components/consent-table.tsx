// A table of consents, with buttons to revoke them.
import { Anchor, Button, Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RealmConsentWire } from '#protocol/contract/admin-api.ts';
import { useRealm } from '../api/api-context.tsx';
import { consentPath, consentsKey } from '../api/consents.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatInstant } from '../ui/instant.ts';
import { usePendingDeletions, useUndoableDelete } from './undoable-delete.tsx';

interface Props {
  readonly consents: readonly RealmConsentWire[];
  /** Hides the user column. */
  readonly withoutUser?: boolean;
}

function dateOf(instantMs: number | undefined): string {
  return instantMs === undefined ? '' : formatInstant(instantMs);
}

function ConsentRow({
  consent,
  withoutUser,
}: {
  readonly consent: RealmConsentWire;
  readonly withoutUser: boolean;
}): ReactNode {
  const [realm] = useRealm();
  const revoke = useUndoableDelete();
  const { userId, username, clientId, grantedClientScopes } = consent;
  const what = `consent of ${username} to ${clientId}`;
  return (
    <Table.Tr>
      {withoutUser ? undefined : (
        <Table.Td>
          <Anchor component={Link} to={`/users/${userId}`} ff="monospace" fz="sm" underline="hover">
            {username}
          </Anchor>
        </Table.Td>
      )}
      <Table.Td ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {clientId}
      </Table.Td>
      <Table.Td>{grantedClientScopes.join(', ')}</Table.Td>
      <Table.Td>{dateOf(consent.lastUpdatedDate ?? consent.createdDate)}</Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Revoke the ${what}`}
          onClick={() =>
            revoke({
              path: consentPath(realm, userId, clientId),
              what,
              queryKey: consentsKey(realm),
              done: 'Revoked',
            })
          }
        >
          Revoke
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

/** Revoking a consent also removes the client from the user's sessions. */
export function ConsentTable({ consents, withoutUser = false }: Props): ReactNode {
  const [realm] = useRealm();
  const pending = usePendingDeletions();
  const shown = consents.filter(({ userId, clientId }) => !pending.has(consentPath(realm, userId, clientId)));
  if (shown.length === 0)
    return (
      <EmptyState
        title="No consents"
        text="A consent is saved when a user signs in to a client that requires consent and grants the requested access."
      />
    );
  return (
    <Table.ScrollContainer type="native" minWidth={520}>
      <Table verticalSpacing={4} layout="fixed" aria-label="Consents">
        <Table.Thead>
          <Table.Tr>
            {withoutUser ? undefined : <Table.Th w="20%">User</Table.Th>}
            <Table.Th w="24%">Client</Table.Th>
            <Table.Th>Granted</Table.Th>
            <Table.Th w={104}>Since</Table.Th>
            <Table.Th w={96}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((consent) => (
            <ConsentRow
              key={`${consent.userId} ${consent.clientId}`}
              consent={consent}
              withoutUser={withoutUser}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
