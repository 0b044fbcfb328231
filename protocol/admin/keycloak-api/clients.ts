// Clients of a realm: list, create, read, update, delete; their secret and their service account.

import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { CLIENT_SETTINGS } from '#protocol/contract/settings/client.ts';
import { createAlphanumericText, createUuid } from '#protocol/crypto/identifiers.ts';
import { hasFragment, POST_LOGOUT, splitUris } from '#protocol/realm/clients/redirect-uri.ts';
import {
  withFollowingIdentifier,
  withoutPrivateKeys,
  withSamlSigningKey,
} from '#protocol/realm/clients/saml-client.ts';
import { normalizeClient } from '#protocol/realm/file/normalize-client.ts';
import { followInRealm, followInUsers, type Rename } from '#protocol/realm/references/follow-references.ts';
import { ensureServiceAccount, serviceAccountName } from '#protocol/realm/users/service-account.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { AdminError, badRequest, conflict, invalid, notFound } from '../admin-error.ts';
import {
  changeRow,
  created,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  readSwitch,
  slicePage,
  viewRow,
} from '../admin-route.ts';
import { hasRoleOver } from '../administrator.ts';
import { mergeAttributes, readObject } from '../members.ts';
import { mayActAsClient } from '../write-guard.ts';
import { replaceById } from './realm-edit.ts';
import { userAccess, userRepresentation } from './user-representation.ts';

const VIEW = ['view-clients', 'manage-clients'] as const;
const MANAGE = ['manage-clients'] as const;

/** The last path segment of the URL for the client's IdP-initiated sign-on. */
const URL_NAME = 'saml_idp_initiated_sso_url_name';

/** Clients that every realm requires. */
const BUILT_IN = new Set([
  'account',
  'account-console',
  'admin-cli',
  'broker',
  'realm-management',
  'security-admin-console',
]);

/** The client in the path, by its id. @throws {AdminError} 404. */
export function findClient(request: RealmRequest): Client {
  const client = request.realm.clientsById.get(parameter(request, 'client'));
  if (client === undefined) throw notFound('Could not find client');
  return client;
}

/** Changes the client in the path. @throws {AdminError} 404. */
export async function updateClient(
  request: RealmRequest,
  change: (client: ClientRepresentation) => ClientRepresentation,
): Promise<StoredRealm> {
  const { id } = findClient(request);
  return request.updateRealm((realm) => ({ ...realm, clients: replaceById(realm.clients, id, change) }));
}

/** A client as the caller may see it: without credentials of a client that they may not change. */
async function visibleClient(
  request: RealmRequest,
  client: ClientRepresentation,
): Promise<ClientRepresentation> {
  const { administrator, realm, store } = request;
  const manage = hasRoleOver(administrator, realm.name, MANAGE);
  const view = { ...client, access: { view: true, configure: manage, manage } };
  if (manage && (await mayActAsClient(administrator, store.users, realm, client.clientId))) return view;
  const { secret, attributes, ...rest } = view;
  return attributes === undefined ? rest : { ...rest, attributes: withoutPrivateKeys(attributes) };
}

async function list(request: RealmRequest) {
  const { exchange, realm } = request;
  const clientId = exchange.query.get('clientId');
  const isSearch = readSwitch(exchange, 'search') === true;
  const wanted = clientId?.toLowerCase() ?? '';
  const matches = (client: ClientRepresentation): boolean =>
    clientId === undefined ||
    clientId === '' ||
    (isSearch ? client.clientId.toLowerCase().includes(wanted) : client.clientId === clientId);
  const found = (realm.stored.clients ?? [])
    .filter(matches)
    .sort((a, b) => (a.clientId < b.clientId ? -1 : 1));
  const page = slicePage(exchange, found);
  return ok(await Promise.all(page.map((client) => visibleClient(request, client))));
}

function checkRedirectUri(member: string, uri: string): void {
  if (hasFragment(uri))
    throw invalid(
      `${member} must not contain a fragment: remove the part from # on in "${uri.slice(0, 100)}" (RFC 6749 §3.1.2)`,
    );
  if (/^(javascript|data|vbscript):/i.test(uri.trim()))
    throw invalid(`${member} must not use the scheme of "${uri.slice(0, 100)}"`);
}

/** Checks new values only: a client imported from a realm file may keep values that never match. */
function checkRedirectUris(input: ClientRepresentation, before?: ClientRepresentation): void {
  const kept = new Set([...(before?.redirectUris ?? []), ...splitUris(before?.attributes?.[POST_LOGOUT])]);
  const check = (member: string, uris: readonly string[] | undefined): void => {
    for (const uri of uris ?? []) if (!kept.has(uri)) checkRedirectUri(member, uri);
  };
  check('redirectUris', input.redirectUris);
  check(`attributes.${POST_LOGOUT}`, splitUris(input.attributes?.[POST_LOGOUT]));
}

/** The name for IdP-initiated sign-on must identify one client only. */
function checkUrlNameIsFree(realm: StoredRealm, { attributes }: ClientRepresentation, ownId: string): void {
  const name = attributes?.[URL_NAME] || undefined;
  const other = (realm.clients ?? []).find(
    (client) => name !== undefined && client.id !== ownId && client.attributes?.[URL_NAME] === name,
  );
  if (other !== undefined)
    throw conflict(`attributes.${URL_NAME} ${name} is used by client ${other.clientId}; choose another name`);
}

function checkScopes(realm: StoredRealm, names: readonly string[]): void {
  const scopes = new Set((realm.clientScopes ?? []).map((scope) => scope.name));
  const unknown = names.find((name) => !scopes.has(name));
  if (unknown !== undefined)
    throw invalid(`There is no client scope "${unknown.slice(0, 100)}": create it first, or leave it out`);
}

function checkClient(realm: StoredRealm, client: ClientRepresentation): void {
  checkScopes(realm, [...(client.defaultClientScopes ?? []), ...(client.optionalClientScopes ?? [])]);
  const mappers = (client.protocolMappers ?? []).map((mapper) => mapper.name);
  if (new Set(mappers).size !== mappers.length) throw conflict('Protocol mapper exists with same name');
}

function checkIsFree(realm: StoredRealm, clientId: string, ownId: string | undefined): void {
  const taken = (realm.clients ?? []).some((client) => client.clientId === clientId && client.id !== ownId);
  if (taken) throw conflict(`Client ${clientId} already exists`);
}

async function create(request: RealmRequest) {
  const input = readObject<ClientRepresentation>(request.exchange.json, CLIENT_SETTINGS, ['clientId']);
  const id = input.id ?? createUuid();
  checkRedirectUris(input);
  const complete = await withSamlSigningKey(input, request.clocks(request.realm.name));
  const realm = await request.updateRealm((current) => {
    checkIsFree(current, input.clientId, undefined);
    if ((current.clients ?? []).some((client) => client.id === id))
      throw conflict(`Client ${id} already exists`);
    checkClient(current, input);
    checkUrlNameIsFree(current, input, id);
    const { access, ...rest } = complete;
    return {
      ...current,
      clients: [
        ...(current.clients ?? []),
        normalizeClient(
          current,
          { ...rest, id } as ClientRepresentation,
          input.protocol === undefined ? 'api without protocol' : 'api',
        ),
      ],
    };
  });
  await ensureServiceAccount(request.unchecked.users, realm, input, request.clocks(realm.realm));
  return created(request.exchange, id);
}

/** The stored client with the input's members; attributes are merged, a mask keeps the secret. */
function merged(client: ClientRepresentation, input: ClientRepresentation): ClientRepresentation {
  const { id, access, attributes, secret, ...changes } = input;
  const keepsSecret = secret === undefined || /^\*+$/.test(secret);
  return {
    ...client,
    ...changes,
    ...(keepsSecret ? {} : { secret }),
    ...(attributes === undefined ? {} : { attributes: mergeAttributes(client.attributes, attributes) }),
  };
}

function withSecretWhenNeeded(client: ClientRepresentation): ClientRepresentation {
  const needsSecret =
    (client.protocol ?? 'openid-connect') === 'openid-connect' &&
    client.publicClient !== true &&
    client.bearerOnly !== true &&
    (client.secret ?? '') === '';
  return needsSecret ? { ...client, secret: newSecret() } : client;
}

async function update(request: RealmRequest) {
  const before = findClient(request);
  const input = readObject<ClientRepresentation>(
    request.exchange.json,
    CLIENT_SETTINGS,
    [],
    before.representation,
  );
  checkRedirectUris(input, before.representation);
  const realm = await request.updateRealm((current) => {
    if (input.clientId !== undefined) checkIsFree(current, input.clientId, before.id);
    checkUrlNameIsFree(current, input, before.id);
    const clients = replaceById(current.clients, before.id, (client) => {
      const next = withFollowingIdentifier(client, withSecretWhenNeeded(merged(client, input)));
      checkClient(current, next);
      return next;
    });
    const next = { ...current, clients };
    const isRenamed = input.clientId !== undefined && input.clientId !== before.clientId;
    return isRenamed
      ? followInRealm(next, { kind: 'client', from: before.clientId, to: input.clientId })
      : next;
  });
  const client = realm.clients?.find((candidate) => candidate.id === before.id);
  if (client === undefined) throw notFound('Could not find client');
  if (client.clientId !== before.clientId) await followInAccounts(request, before.clientId, client.clientId);
  await ensureServiceAccount(request.unchecked.users, realm, client, request.clocks(realm.realm));
  return DONE;
}

/** The users' references follow, and the service account's name. */
async function followInAccounts(request: RealmRequest, from: string, to: string): Promise<void> {
  const { users } = request.unchecked;
  const { id } = request.realm;
  await followInUsers(users, id, { kind: 'client', from, to });
  const account = await users.findServiceAccount(id, to);
  const username = serviceAccountName(to);
  // A user who already has that name keeps it.
  if (account === undefined || (await users.findByUsername(id, username)) !== undefined) return;
  await users.update(id, account.id, (user) => ({ ...user, username }));
}

async function remove(request: RealmRequest) {
  const { id, clientId } = findClient(request);
  const isRealmClient = request.realm.name === 'master' && clientId.endsWith('-realm');
  if (BUILT_IN.has(clientId) || isRealmClient)
    throw badRequest(`Client ${clientId} is built in and cannot be removed; disable it with enabled=false`);
  const removal: Rename = { kind: 'client', from: clientId, to: undefined };
  await request.updateRealm((realm) =>
    followInRealm({ ...realm, clients: replaceById(realm.clients, id, () => undefined) }, removal),
  );
  await followInUsers(request.unchecked.users, request.realm.id, removal);
  return DONE;
}

/** In Keycloak's format. */
function newSecret(): string {
  return createAlphanumericText(32);
}

function readSecret(request: RealmRequest) {
  const { representation } = findClient(request);
  return ok({
    type: 'secret',
    ...(representation.secret === undefined ? {} : { value: representation.secret }),
  });
}

/** Compat: a public client gets a secret, too, which it uses once it is confidential. */
async function rotateSecret(request: RealmRequest) {
  const value = newSecret();
  await updateClient(request, (current) => ({ ...current, secret: value }));
  return ok({ type: 'secret', value });
}

/** Where Keycloak keeps the secret before the last rotation, in realm files with its policy. */
const ROTATED_SECRET = 'client.secret.rotated';

/** @throws {AdminError} 404 when the client has none. */
function findRotatedSecret(request: RealmRequest): string {
  const value = findClient(request).attributes[ROTATED_SECRET];
  if (value === undefined || value === '')
    throw new AdminError(404, { errorMessage: 'Client does not have a rotated secret' });
  return value;
}

async function removeRotatedSecret(request: RealmRequest) {
  findRotatedSecret(request);
  await updateClient(request, ({ attributes = {}, ...client }) => {
    const { [ROTATED_SECRET]: _secret, ...others } = attributes;
    return { ...client, attributes: others };
  });
  return DONE;
}

async function serviceAccount(request: RealmRequest) {
  const client = findClient(request);
  if (!client.serviceAccounts)
    throw badRequest(`Service account not enabled for the client '${client.clientId}'`);
  const user = await request.store.users.findServiceAccount(request.realm.id, client.clientId);
  if (user === undefined) throw new AdminError(404, { error: 'User not found' });
  return ok(userRepresentation(user, userAccess(request.administrator, request.realm.name), false));
}

export const CLIENT_ROWS: readonly RealmRow[] = [
  viewRow('/clients', VIEW, list),
  changeRow('POST', '/clients', ['manage-clients', 'create-client'], 'Create client', create),
  viewRow('/clients/:client', VIEW, async (request) =>
    ok(await visibleClient(request, findClient(request).representation)),
  ),
  changeRow('PUT', '/clients/:client', MANAGE, 'Change client', update),
  changeRow('DELETE', '/clients/:client', MANAGE, 'Remove client', remove),
  {
    method: 'GET',
    path: '/clients/:client/client-secret',
    needs: MANAGE,
    shows: 'credentials',
    handle: readSecret,
  },
  changeRow('POST', '/clients/:client/client-secret', MANAGE, 'Rotate client secret', rotateSecret),
  {
    method: 'GET',
    path: '/clients/:client/client-secret/rotated',
    needs: MANAGE,
    shows: 'credentials',
    handle: (request) => ok({ type: 'secret', value: findRotatedSecret(request) }),
  },
  changeRow(
    'DELETE',
    '/clients/:client/client-secret/rotated',
    MANAGE,
    'Remove rotated client secret',
    removeRotatedSecret,
  ),
  viewRow('/clients/:client/service-account-user', VIEW, serviceAccount),
];
