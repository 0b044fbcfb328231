// Users of a realm: list, count, create, read, update, delete.

import type {
  CredentialRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { USER_SETTINGS } from '#protocol/contract/settings/user.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { normalizeUser } from '#protocol/realm/file/normalize-user.ts';
import { keepKnownConsents } from '#protocol/realm/file/user-consents.ts';
import { findGroupByPath } from '#protocol/realm/groups/group-tree.ts';
import { followUser } from '#protocol/realm/references/follow-references.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import { defaultActions } from '#protocol/realm/users/required-actions.ts';
import { collect } from '#protocol/store/collect.ts';
import { DuplicateError, type StoredUser } from '#protocol/store/store.ts';
import { AdminError, conflict, invalid, notFound } from '../admin-error.ts';
import {
  changeRow,
  created,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  readPage,
  viewRow,
} from '../admin-route.ts';
import { readObject } from '../members.ts';
import { LINK_TAKEN } from './link-conflicts.ts';
import { allowedAttributes, checkProfile } from './profile-check.ts';
import { endSessions } from './session-ending.ts';
import { checkPasswordPolicy, withPassword } from './user-passwords.ts';
import { userAccess, userRepresentation, userRepresentations } from './user-representation.ts';
import { readUserQuery } from './user-search.ts';

const VIEW = ['view-users', 'manage-users'] as const;
const MANAGE = ['manage-users'] as const;
const DEFAULT_MAX = 100;

/** Not changed by an update of the user: most of these have their own endpoints. */
const NOT_CHANGED_HERE = [
  'id',
  'credentials',
  'federatedIdentities',
  'realmRoles',
  'clientRoles',
  'groups',
  'access',
  'serviceAccountClientId',
  'createdTimestamp',
];

/** The user in the path. @throws {AdminError} 404. */
export async function findUser(request: RealmRequest): Promise<StoredUser> {
  const user = await request.store.users.find(request.realm.id, parameter(request, 'user'));
  if (user === undefined) throw notFound('User not found');
  return user;
}

/** Changes the user in the path. @throws {AdminError} 404, or 409 for a username, address or account in use. */
export async function updateUser(
  request: RealmRequest,
  change: (user: StoredUser) => StoredUser,
): Promise<StoredUser> {
  const user = await namingDuplicates(() => request.users.update(parameter(request, 'user'), change));
  if (user === undefined) throw notFound('User not found');
  return user;
}

async function namingDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error;
    if (error.member === 'federatedIdentities') throw conflict(LINK_TAKEN);
    throw conflict(`User exists with same ${error.member === 'email' ? 'email' : 'username'}`);
  }
}

/**
 * The input with username and address as stored. With "Email as username" the address is the username. Consents to
 * what the realm does not have are left out: Keycloak reads no consents here, so they must not be an error.
 */
function normalized(request: RealmRequest): UserRepresentation {
  const input = readObject<UserRepresentation>(request.exchange.json, USER_SETTINGS);
  const email = input.email?.trim().toLowerCase();
  const isNamedByEmail = request.realm.emailAsUsername && (email ?? '') !== '';
  const username = isNamedByEmail ? email : input.username?.trim().toLowerCase();
  return {
    ...input,
    ...(username === undefined ? {} : { username }),
    ...(email === undefined ? {} : { email }),
    ...(input.clientConsents === undefined
      ? {}
      : { clientConsents: keepKnownConsents(request.realm.stored, input.clientConsents) }),
  };
}

async function checkIsFree(
  request: RealmRequest,
  input: UserRepresentation,
  ownId: string | undefined,
): Promise<void> {
  const { users } = request.store;
  const sameName =
    input.username === undefined ? undefined : await users.findByUsername(request.realm.id, input.username);
  if (sameName !== undefined && sameName.id !== ownId) throw conflict('User exists with same username');
  if (input.email === undefined || input.email === '') return;
  if (!/^[^\s@]+@[^\s@]+$/.test(input.email)) {
    throw new AdminError(400, {
      field: 'email',
      errorMessage: 'error-invalid-email',
      params: ['email', input.email],
    });
  }
  if (request.realm.stored.duplicateEmailsAllowed === true) return;
  const sameEmail = await users.findByEmail(request.realm.id, input.email);
  if (sameEmail !== undefined && sameEmail.id !== ownId) throw conflict('User exists with same email');
}

/** The plain password among the input's credentials. */
function newPassword(input: UserRepresentation): CredentialRepresentation | undefined {
  return input.credentials?.find(
    (credential) => (credential.type ?? 'password') === 'password' && (credential.value ?? '') !== '',
  );
}

/** Credentials with stored secrets, such as one-time codes. Compat: they are taken over as they are. */
function otherCredentials(input: UserRepresentation): readonly CredentialRepresentation[] {
  return (input.credentials ?? [])
    .filter(({ value, secretData }) => (value ?? '') === '' && secretData !== undefined)
    .map((credential) => ({ ...credential, id: credential.id ?? createUuid() }));
}

/** The user with the input's credentials: a password is hashed, and replaces the one before. */
async function withGivenCredentials(
  request: RealmRequest,
  user: StoredUser,
  input: UserRepresentation,
): Promise<StoredUser> {
  const others = otherCredentials(input);
  const ids = new Set(others.map(({ id }) => id));
  const hasPassword = others.some(({ type }) => (type ?? 'password') === 'password');
  const kept = (user.credentials ?? []).filter(
    ({ id, type }) => !(id !== undefined && ids.has(id)) && !(hasPassword && type === 'password'),
  );
  const added = others.length === 0 ? user : { ...user, credentials: [...kept, ...others] };
  return withGivenPassword(request, added, input);
}

async function withGivenPassword(
  request: RealmRequest,
  user: StoredUser,
  input: UserRepresentation,
): Promise<StoredUser> {
  const given = newPassword(input);
  if (given?.value === undefined) return user;
  checkPasswordPolicy(request.realm.stored.passwordPolicy, given.value, user);
  const changed = await withPassword(request, user, given.value, given.temporary === true);
  // Compat: unlike `reset-password`, a permanent password leaves the required actions as they are.
  const actions = new Set([...(user.requiredActions ?? []), ...(changed.requiredActions ?? [])]);
  return { ...changed, requiredActions: [...actions] };
}

async function list(request: RealmRequest) {
  const { exchange, realm, store } = request;
  const page = readPage(exchange, DEFAULT_MAX);
  return ok(userRepresentations(request, await store.users.search(realm.id, readUserQuery(exchange), page)));
}

async function count({ exchange, realm, store }: RealmRequest) {
  return ok(await store.users.count(realm.id, readUserQuery(exchange)));
}

function checkGroups(request: RealmRequest, paths: readonly string[] | undefined): void {
  for (const path of paths ?? []) {
    if (findGroupByPath(request.realm.stored.groups, path) === undefined) {
      throw invalid(`Unable to find group specified by path: ${path}`);
    }
  }
}

async function create(request: RealmRequest) {
  const input = normalized(request);
  if (input.username === undefined || input.username === '') throw invalid('User name is missing');
  checkGroups(request, input.groups);
  await checkIsFree(request, input, undefined);
  // Roles in the body are ignored, as in Keycloak: their own endpoints check who may grant them.
  const { realmRoles, clientRoles, credentials, serviceAccountClientId, access, ...rest } = input;
  const requiredActions = input.requiredActions ?? [...defaultActions(request.realm)];
  const attributes = allowedAttributes(request, input.attributes, undefined);
  const groups = [...new Set([...(request.realm.stored.defaultGroups ?? []), ...(input.groups ?? [])])];
  const fresh = {
    ...rest,
    ...(attributes === undefined ? {} : { attributes }),
    requiredActions,
    ...(groups.length === 0 ? {} : { groups }),
    id: input.id ?? createUuid(),
    enabled: input.enabled ?? true,
  };
  const user = normalizeUser(request.realm.stored, fresh, request.clocks(request.realm.name), {
    grantDefaultRole: true,
  });
  await checkProfile(request, user);
  const stored = await withGivenCredentials(request, withoutEmptyEmail(user), input);
  await namingDuplicates(() => request.users.create(stored));
  return created(request.exchange, stored.id);
}

function withoutEmptyEmail(user: StoredUser): StoredUser {
  if (user.email !== '') return user;
  const { email, ...rest } = user;
  return rest as StoredUser;
}

async function read(request: RealmRequest) {
  const user = await findUser(request);
  return ok(userRepresentation(user, userAccess(request.administrator, request.realm.name), false));
}

async function update(request: RealmRequest) {
  const before = await findUser(request);
  const input = normalized(request);
  if (input.username === '') throw invalid('User name is missing');
  await checkIsFree(request, input, before.id);
  const passworded = await withGivenCredentials(
    request,
    {
      ...before,
      ...(input.username === undefined ? {} : { username: input.username }),
      ...(input.requiredActions === undefined ? {} : { requiredActions: input.requiredActions }),
    },
    input,
  );
  const attributes = allowedAttributes(request, input.attributes, before.attributes);
  const changes = {
    ...Object.fromEntries(Object.entries(input).filter(([member]) => !NOT_CHANGED_HERE.includes(member))),
    ...(attributes === undefined ? {} : { attributes }),
  };
  await checkProfile(request, { ...before, ...changes });
  const saved = await updateUser(request, (user) => {
    const password = passworded.credentials === before.credentials ? {} : passwordMembers(passworded);
    return withoutEmptyEmail({ ...user, ...changes, ...password });
  });
  await followUser(request.unchecked.realms, request.realm.name, before.username, saved.username);
  return DONE;
}

function passwordMembers(user: StoredUser): Pick<UserRepresentation, 'credentials' | 'requiredActions'> {
  return {
    ...(user.credentials === undefined ? {} : { credentials: user.credentials }),
    ...(user.requiredActions === undefined ? {} : { requiredActions: user.requiredActions }),
  };
}

async function remove(request: RealmRequest, endSession: SessionEnder) {
  const user = await findUser(request);
  const sessions = request.store.sessions.list(request.realm.id, { userId: user.id });
  await endSessions(request, endSession, await collect(sessions));
  if (!(await request.users.remove(user.id))) throw notFound('User not found');
  await followUser(request.unchecked.realms, request.realm.name, user.username, undefined);
  return DONE;
}

export function createUserRows(endSession: SessionEnder): readonly RealmRow[] {
  return [
    viewRow('/users', VIEW, list),
    viewRow('/users/count', VIEW, count),
    changeRow('POST', '/users', MANAGE, 'Create user', create),
    viewRow('/users/:user', VIEW, read),
    changeRow('PUT', '/users/:user', MANAGE, 'Change user', update),
    changeRow('DELETE', '/users/:user', MANAGE, 'Remove user', (request) => remove(request, endSession)),
  ];
}
