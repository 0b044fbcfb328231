// A table of consents, with buttons to revoke them.
import { Anchor, Button, Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RealmConsentWire } from '#protocol/contract/admin-api.ts';
import { useRealm } from '../api/api-context.tsx';
import { consentPath, consentsKey } from '../api/consents.ts';
import { text } from '../texts/text.ts';
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
  const what = text('components:consents.name', { user: username, client: clientId });
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
          aria-label={text('components:consents.revokeLabel', { consent: what })}
          onClick={() =>
            revoke({
              path: consentPath(realm, userId, clientId),
              what,
              queryKey: consentsKey(realm),
              act: 'revoke',
            })
          }
        >
          {text('components:consents.revoke')}
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
        title={text('components:consents.emptyTitle')}
        text={text('components:consents.emptyText')}
      />
    );
  return (
    <Table.ScrollContainer type="native" minWidth={520}>
      <Table verticalSpacing={4} layout="fixed" aria-label={text('components:consents.label')}>
        <Table.Thead>
          <Table.Tr>
            {withoutUser ? undefined : <Table.Th w="20%">{text('components:consents.user')}</Table.Th>}
            <Table.Th w="24%">{text('components:consents.client')}</Table.Th>
            <Table.Th>{text('components:consents.granted')}</Table.Th>
            <Table.Th w={124}>{text('components:consents.since')}</Table.Th>
            <Table.Th w={128}>
              <VisuallyHidden>{text('components:actions')}</VisuallyHidden>
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
