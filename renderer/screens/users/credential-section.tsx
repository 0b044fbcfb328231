// A user's credentials, without their secrets.
import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import {
  credentialsKey,
  credentialsPath,
  type StoredCredential,
  type StoredUser,
  useCredentials,
} from '../../api/users.ts';
import { useUndoableDelete } from '../../components/undoable-delete.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

const names: Readonly<Record<string, string>> = {
  password: 'Password',
  otp: 'One-time codes',
  webauthn: 'Passkey',
  'webauthn-passwordless': 'Passwordless passkey',
  'recovery-authn-codes': 'Recovery codes',
};

interface RowProps {
  readonly user: StoredUser;
  readonly credential: StoredCredential;
  readonly path: string;
}

function CredentialRow({ user, credential, path }: RowProps): ReactNode {
  const [realm] = useRealm();
  const remove = useUndoableDelete();
  const { type = '', userLabel, createdDate } = credential;
  const name = names[type] ?? type;
  const what = `${name.toLowerCase()} of ${user.username}`;
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        {userLabel === undefined ? undefined : (
          <Text c="dimmed" fz="xs">
            {userLabel}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{createdDate === undefined ? '' : formatInstant(createdDate)}</Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Delete the ${what}`}
          onClick={() => remove({ path, what, queryKey: credentialsKey(realm, user.id) })}
        >
          Delete
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

/** A deleted credential cannot be restored once the undo time is over. */
export function CredentialSection({ user }: { readonly user: StoredUser }): ReactNode {
  const [realm] = useRealm();
  const credentials = useCredentials(user.id);
  const pathOf = (credential: StoredCredential): string =>
    `${credentialsPath(realm, user.id)}/${encodeURIComponent(credential.id)}`;
  return (
    <Section title="Credentials">
      <QueryView query={credentials} lines={2}>
        {(rows) => {
          if (rows.length === 0)
            return (
              <Text c="dimmed" fz="sm">
                No credentials. The user cannot sign in until a password is set.
              </Text>
            );
          return (
            <Table.ScrollContainer type="native" minWidth={280}>
              <Table verticalSpacing={4} aria-label="Credentials">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Type</Table.Th>
                    <Table.Th>Created</Table.Th>
                    <Table.Th w={88}>
                      <VisuallyHidden>Actions</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((credential) => (
                    <CredentialRow
                      key={credential.id}
                      user={user}
                      credential={credential}
                      path={pathOf(credential)}
                    />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          );
        }}
      </QueryView>
    </Section>
  );
}
