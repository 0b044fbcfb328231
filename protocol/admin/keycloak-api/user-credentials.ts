// A user's credentials: set the password, list without secrets, rename, remove.

import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { CREDENTIAL_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { listCredentials, moveCredential, withoutSecrets } from '#protocol/realm/users/credential-list.ts';
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

async function list(request: RealmRequest) {
  return ok(listCredentials(await findUser(request)).map(withoutSecrets));
}

async function change(
  request: RealmRequest,
  edit: (credential: CredentialRepresentation) => CredentialRepresentation | undefined,
) {
  const id = parameter(request, 'credential');
  await updateUser(request, (user) => {
    const credentials = listCredentials(user);
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

/** Puts a credential after another one, or first. Compat: the order says which is asked for. */
async function move(request: RealmRequest, previous: string | undefined) {
  const id = parameter(request, 'credential');
  await updateUser(request, (user) => {
    const moved = moveCredential(user, id, previous);
    if (moved === undefined) throw notFound('Credential not found');
    return moved;
  });
  return DONE;
}

/** Compat: Keycloak's own credentials cannot be disabled, so that there is nothing to do. */
async function disableTypes(request: RealmRequest) {
  await findUser(request);
  const { json } = request.exchange;
  if (!Array.isArray(json) || json.some((type) => typeof type !== 'string'))
    throw badRequest('The body must be a JSON array of credential types');
  return DONE;
}

/** Types of credentials of the user in an external directory, of which none is read. */
async function listStorageTypes(request: RealmRequest) {
  await findUser(request);
  return ok([]);
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
  changeRow(
    'POST',
    '/users/:user/credentials/:credential/moveToFirst',
    ['manage-users'],
    'Move credential',
    (request) => move(request, undefined),
  ),
  changeRow(
    'POST',
    '/users/:user/credentials/:credential/moveAfter/:previous',
    ['manage-users'],
    'Move credential',
    (request) => move(request, parameter(request, 'previous')),
  ),
  changeRow(
    'PUT',
    '/users/:user/disable-credential-types',
    ['manage-users'],
    'Disable credentials',
    disableTypes,
  ),
  viewRow(
    '/users/:user/configured-user-storage-credential-types',
    ['view-users', 'manage-users'],
    listStorageTypes,
  ),
];
