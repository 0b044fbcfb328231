// Realms: list, import, read, update, delete, partial export; and their keys.

import type { RealmKeyRepresentation } from '#protocol/contract/admin-api.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import { anything, mapOf } from '#protocol/contract/settings/value-type.ts';
import type { RealmKey } from '#protocol/crypto/key-components.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { partialExport } from '#protocol/realm/export/partial-export.ts';
import { withRealmInUrls } from '#protocol/realm/file/built-in/clients.ts';
import { importRealm, type RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import { followInMaster, managementRename } from '#protocol/realm/master-realm.ts';
import { isRealmName, REALM_NAME_RULE } from '#protocol/realm/realm-name.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import { collect } from '#protocol/store/collect.ts';
import { DuplicateError, RealmOutOfServiceError } from '#protocol/store/store.ts';
import { type AdminError, badRequest, conflict, forbidden, invalid } from '../admin-error.ts';
import {
  type AdminRequest,
  changeRow,
  created,
  DONE,
  ok,
  type RealmRequest,
  type RealmRow,
  readSwitch,
  type ServerRow,
  viewRow,
} from '../admin-route.ts';
import {
  checkRoleOver,
  hasRoleOver,
  isServerAdministrator,
  mayCreateRealms,
  refuseForbidden,
} from '../administrator.ts';
import { mergeAttributes, readObject } from '../members.ts';
import { checkServerAttributes } from '../write-guard.ts';
import { keepSecrets } from './realm-secrets.ts';
import { realmSettings } from './realm-settings.ts';
import { endSessions } from './session-ending.ts';

/** Enough for a realm file with 100,000 users. */
const MAX_REALM_FILE_BYTES = 256 * 1024 * 1024;

/** Checked before a new realm is imported; the import checks the rest like any realm file. */
const REALM_FILE = { realm: REALM_SETTINGS.realm, attributes: { type: mapOf(anything) } };

/** These have their own endpoints, or are merged separately: a change of the realm leaves them unchanged. */
const NOT_CHANGED_HERE = new Set([
  'id',
  'users',
  'federatedUsers',
  'clients',
  'clientScopes',
  'roles',
  'groups',
  'components',
  'identityProviders',
  'identityProviderMappers',
  'scopeMappings',
  'clientScopeMappings',
  'defaultRole',
  'defaultRoles',
  'defaultGroups',
  'defaultDefaultClientScopes',
  'defaultOptionalClientScopes',
  'attributes',
]);

function checkName(name: string): void {
  if (!isRealmName(name)) throw invalid(`realm ${REALM_NAME_RULE}`);
}

function list({ store, administrator, exchange }: AdminRequest): Reply {
  const brief = readSwitch(exchange, 'briefRepresentation') === true;
  const visible = store.realms.list().filter((realm) => hasRoleOver(administrator, realm.realm));
  if (visible.length === 0 && !mayCreateRealms(administrator)) throw forbidden();
  const shown = visible.map((realm) => {
    const mayView = hasRoleOver(administrator, realm.realm, ['view-realm', 'manage-realm']);
    if (!mayView) return { realm: realm.realm };
    return brief
      ? { id: realm.id, realm: realm.realm, displayName: realm.displayName, enabled: realm.enabled ?? true }
      : realmSettings(realm, { deviceKey: isServerAdministrator(administrator) });
  });
  return ok(shown);
}

/** 409 that names the damaged file: it may contain a realm with this name or id. */
function occupied({ damage }: RealmOutOfServiceError): AdminError {
  const { path, problem } = damage;
  return conflict(
    `A realm with this name or id is out of service: ${path} cannot be used (${problem}). Repair or remove its folder, then restart the server.`,
  );
}

async function create(request: AdminRequest, deps: RealmImportDeps): Promise<Reply> {
  const { administrator, exchange, clocks } = request;
  if (!mayCreateRealms(administrator)) refuseForbidden(administrator, exchange, 'create-realm', 'master');
  const file = readObject<RealmRepresentation>(exchange.json, REALM_FILE, ['realm']);
  checkName(file.realm);
  checkServerAttributes({ administrator, exchange }, {}, file.attributes);
  if (deps.store.realms.find(file.realm) !== undefined)
    throw conflict('Conflict detected. See logs for details');
  try {
    const realm = await importRealm(deps, file, clocks(file.realm));
    return created(exchange, realm.realm);
  } catch (error) {
    if (error instanceof DuplicateError)
      throw conflict(`Conflict detected: ${error.member} is taken; choose another one`);
    if (error instanceof RealmOutOfServiceError) throw occupied(error);
    if (error instanceof RealmFileError) throw invalid(`${error.message}. ${error.remedy}`);
    throw error;
  }
}

function read({ realm, administrator }: RealmRequest): Reply {
  if (hasRoleOver(administrator, realm.name, ['view-realm', 'manage-realm']))
    return ok(realmSettings(realm.stored, { deviceKey: isServerAdministrator(administrator) }));
  return ok({ realm: realm.name });
}

/** Renaming a realm also changes master. @throws {AdminError} 400, 403 or 409. */
function checkRename({ administrator, exchange, realm, store }: RealmRequest, name: string): void {
  if (!isServerAdministrator(administrator)) refuseForbidden(administrator, exchange, 'admin', 'master');
  if (realm.name === 'master') throw badRequest("Can't rename master realm");
  checkName(name);
  if (store.realms.find(name) !== undefined) throw conflict('Realm with same name exists');
  const damage = store.realms.findOutOfService(name);
  if (damage !== undefined) throw occupied(new RealmOutOfServiceError(damage));
  const { to: clientId } = managementRename(realm.name, name);
  if (store.realms.find('master')?.clients?.some((client) => client.clientId === clientId))
    throw conflict(`Client ${clientId} of realm master already exists`);
}

async function update(request: RealmRequest): Promise<Reply> {
  const { realm } = request;
  const input = readObject<Partial<RealmRepresentation>>(
    request.exchange.json,
    REALM_SETTINGS,
    [],
    realm.stored,
  );
  const name = input.realm ?? realm.name;
  if (name !== realm.name) checkRename(request, name);
  const changes = Object.fromEntries(
    Object.entries(input).filter(([member]) => !NOT_CHANGED_HERE.has(member)),
  );
  await request.updateRealm((current) => ({
    ...current,
    ...(name === realm.name
      ? {}
      : { clients: (current.clients ?? []).map((client) => withRealmInUrls(client, realm.name, name)) }),
    ...(keepSecrets(current, changes) as typeof changes),
    ...(input.sslRequired === undefined ? {} : { sslRequired: input.sslRequired.toLowerCase() }),
    ...(input.attributes === undefined
      ? {}
      : { attributes: mergeAttributes(current.attributes, input.attributes) }),
  }));
  if (name !== realm.name) await followInMaster(request.unchecked, realm.name, name);
  return DONE;
}

async function remove(request: RealmRequest, endSession: SessionEnder): Promise<Reply> {
  const { realm, store } = request;
  if (realm.name === 'master') throw badRequest("Can't remove master realm");
  await endSessions(request, endSession, await collect(store.sessions.list(realm.id)));
  await request.unchecked.realms.remove(realm.name);
  await followInMaster(request.unchecked, realm.name, undefined);
  return DONE;
}

async function exportPart(request: RealmRequest): Promise<Reply> {
  const { realm, store, exchange, clocks } = request;
  const clients = readSwitch(exchange, 'exportClients') === true;
  if (clients) checkRoleOver(request.administrator, exchange, realm.name, ['view-clients', 'manage-clients']);
  const accounts = clients ? await collect(store.users.each(realm.id, { isServiceAccount: true })) : [];
  const parts = { clients, groupsAndRoles: readSwitch(exchange, 'exportGroupsAndRoles') === true };
  const clock = clocks(realm.name);
  return ok(partialExport(realm.stored, accounts, parts, clock.now() - clock.offsetMs));
}

/** A key as the admin API shows it. */
export function keyRepresentation(key: RealmKey): RealmKeyRepresentation {
  return {
    // Compat: the component's id, by which clients find the key's settings, not the provider's name.
    providerId: key.componentId ?? key.providerId,
    providerPriority: key.priority,
    kid: key.kid,
    status: key.status,
    type: key.type,
    algorithm: key.algorithm,
    use: key.use,
    ...(key.publicKey === undefined
      ? {}
      : { publicKey: key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }),
    ...(key.certificate === undefined ? {} : { certificate: key.certificate }),
    ...(key.validTo === undefined ? {} : { validTo: key.validTo }),
  };
}

async function listKeys({ realm }: RealmRequest, keys: RealmKeys): Promise<Reply> {
  const list = await keys.list(realm.name);
  const active = new Map<string, string>();
  for (const key of list)
    if (key.status === 'ACTIVE' && !active.has(key.algorithm)) active.set(key.algorithm, key.kid);
  return ok({ active: Object.fromEntries(active), keys: list.map(keyRepresentation) });
}

export function createRealmsRows(deps: RealmImportDeps): readonly ServerRow[] {
  return [
    { method: 'GET', path: '/admin/realms', needs: 'any', handle: list },
    {
      method: 'POST',
      path: '/admin/realms',
      needs: 'any',
      title: 'Create realm',
      maxBodyBytes: MAX_REALM_FILE_BYTES,
      handle: (request) => create(request, deps),
    },
  ];
}

interface RealmRowDeps {
  readonly keys: RealmKeys;
  readonly endSession: SessionEnder;
}

export function createRealmRows({ keys, endSession }: RealmRowDeps): readonly RealmRow[] {
  return [
    viewRow('', undefined, read),
    changeRow('PUT', '', ['manage-realm'], 'Change realm', update),
    changeRow('DELETE', '', ['manage-realm'], 'Remove realm', (request) => remove(request, endSession)),
    viewRow('/keys', ['view-realm', 'manage-realm'], (request) => listKeys(request, keys)),
    changeRow('POST', '/partial-export', ['manage-realm'], 'Export realm partially', exportPart),
  ];
}
