// A user's credentials: set the password, list without secrets, rename, remove.

import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { CREDENTIAL_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { AdminError, badRequest, notFound } from '../admin-error.ts';
import { changeRow, DONE, ok, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { readObject } from '../members.ts';
import { replaceById } from './realm-edit.ts';
import { checkPasswordPolicy, withPassword } from './user-passwords.ts';
import { findUser, updateUser } from './users.ts';

async function resetPassword(request: RealmRequest) {
  const user = await findUser(request);
  const input = readObject<CredentialRepresentation>(request.exchange.json, CREDENTIAL_SETTINGS);
  if (input.value === undefined) throw badRequest('No password provided');
  if (input.value.trim() === '') throw badRequest('Empty password not allowed');
  if ((input.type ?? 'password') !== 'password') throw badRequest('type must be password');
  checkPasswordPolicy(request.realm.stored.passwordPolicy, input.value, user);
  const { credentials = [], requiredActions = [] } = await withPassword(
    request,
    user,
    input.value,
    input.temporary === true,
  );
  await updateUser(request, (current) => ({ ...current, credentials, requiredActions }));
  return DONE;
}

/** Without secrets: neither the hash nor a plain password that is not hashed yet. */
function shown({ secretData, value, ...rest }: CredentialRepresentation): CredentialRepresentation {
  return rest;
}

function credentialsOf(list: readonly CredentialRepresentation[] | undefined): CredentialRepresentation[] {
  // A plain password from a realm file has no id until it is hashed.
  return (list ?? []).map((credential, index) => ({
    ...credential,
    id: credential.id ?? `unhashed-${index}`,
  }));
}

async function list(request: RealmRequest) {
  return ok(credentialsOf((await findUser(request)).credentials).map(shown));
}

async function change(
  request: RealmRequest,
  edit: (credential: CredentialRepresentation) => CredentialRepresentation | undefined,
) {
  const id = parameter(request, 'credential');
  await updateUser(request, (user) => {
    const credentials = credentialsOf(user.credentials);
    if (!credentials.some((credential) => credential.id === id)) throw notFound('Credential not found');
    return { ...user, credentials: replaceById(credentials, id, edit) };
  });
  return DONE;
}

function rename(request: RealmRequest) {
  const userLabel = request.exchange.text;
  if (userLabel.length > 255)
    throw new AdminError(400, { errorMessage: 'userLabel must be at most 255 characters' });
  return change(request, (credential) => ({ ...credential, userLabel }));
}

export const CREDENTIAL_ROWS: readonly RealmRow[] = [
  changeRow('PUT', '/users/:user/reset-password', ['manage-users'], 'Set password', resetPassword),
  viewRow('/users/:user/credentials', ['view-users', 'manage-users'], list),
  changeRow(
    'DELETE',
    '/users/:user/credentials/:credential',
    ['manage-users'],
    'Remove credential',
    (request) => change(request, () => undefined),
  ),
  {
    method: 'PUT',
    path: '/users/:user/credentials/:credential/userLabel',
    needs: ['manage-users'],
    body: 'text',
    title: 'Rename credential',
    handle: rename,
  },
];
