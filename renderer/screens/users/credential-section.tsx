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
import { text } from '../../texts/text.ts';
import { formatInstant } from '../../ui/instant.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

/** Each type of credential: its name, alone and with that of its user. */
const NAMES = {
  password: { alone: 'users:credentials.password', of: 'users:credentials.passwordOf' },
  otp: { alone: 'users:credentials.otp', of: 'users:credentials.otpOf' },
  webauthn: { alone: 'users:credentials.passkey', of: 'users:credentials.passkeyOf' },
  'webauthn-passwordless': {
    alone: 'users:credentials.passwordlessPasskey',
    of: 'users:credentials.passwordlessPasskeyOf',
  },
  'recovery-authn-codes': {
    alone: 'users:credentials.recoveryCodes',
    of: 'users:credentials.recoveryCodesOf',
  },
} as const;

function namesOf(type: string, user: string): { readonly name: string; readonly what: string } {
  const known = Object.hasOwn(NAMES, type) ? NAMES[type as keyof typeof NAMES] : undefined;
  return known === undefined
    ? { name: type, what: text('users:credentials.otherOf', { type: type.toLowerCase(), user }) }
    : { name: text(known.alone), what: text(known.of, { user }) };
}

interface RowProps {
  readonly user: StoredUser;
  readonly credential: StoredCredential;
  readonly path: string;
}

function CredentialRow({ user, credential, path }: RowProps): ReactNode {
  const [realm] = useRealm();
  const remove = useUndoableDelete();
  const { type = '', userLabel, createdDate } = credential;
  const { name, what } = namesOf(type, user.username);
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
          aria-label={text('users:credentials.deleteLabel', { credential: what })}
          onClick={() => remove({ path, what, queryKey: credentialsKey(realm, user.id) })}
        >
          {text('users:credentials.delete')}
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
    <Section title={text('users:credentials.title')}>
      <QueryView query={credentials} lines={2}>
        {(rows) => {
          if (rows.length === 0)
            return (
              <Text c="dimmed" fz="sm">
                {text('users:credentials.none')}
              </Text>
            );
          return (
            <Table.ScrollContainer type="native" minWidth={280}>
              <Table verticalSpacing={4} aria-label={text('users:credentials.title')}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{text('users:credentials.type')}</Table.Th>
                    <Table.Th>{text('users:credentials.created')}</Table.Th>
                    <Table.Th w={88}>
                      <VisuallyHidden>{text('users:credentials.actions')}</VisuallyHidden>
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
