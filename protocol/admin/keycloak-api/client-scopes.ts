// Client scopes of a realm, and which of them are default or optional for the realm and for each client.

import type { ClientScopeRepresentation } from '#protocol/contract/realm-representation.ts';
import { CLIENT_SCOPE_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { followInRealm, followInUsers } from '#protocol/realm/references/follow-references.ts';
import type { ClientScope } from '#protocol/realm/view/realm.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { badRequest, conflict, notFound } from '../admin-error.ts';
import {
  changeRow,
  created,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  viewRow,
} from '../admin-route.ts';
import { mergeAttributes, readObject } from '../members.ts';
import { findClient, updateClient } from './clients.ts';
import { replaceById } from './realm-edit.ts';

const VIEW = ['view-clients', 'manage-clients'] as const;
const MANAGE = ['manage-clients'] as const;

/** The client scope in the path, by its id. @throws {AdminError} 404. */
export function findScope(
  request: RealmRequest,
): ClientScope & { representation: ClientScopeRepresentation } {
  const id = parameter(request, 'scope');
  const representation = request.realm.stored.clientScopes?.find((scope) => scope.id === id);
  const scope =
    representation === undefined ? undefined : request.realm.clientScopes.get(representation.name);
  if (scope === undefined || representation === undefined) throw notFound('Could not find client scope');
  return { ...scope, representation };
}

function checkScope(realm: StoredRealm, scope: ClientScopeRepresentation): void {
  if (/\s/.test(scope.name))
    throw badRequest(
      `Unexpected name "${scope.name}" for ClientScope: the name of a scope must not contain blanks (RFC 6749 §3.3)`,
    );
  if (scope.protocol !== 'openid-connect' && scope.protocol !== 'saml')
    throw badRequest('Unexpected protocol');
  const isTaken = (realm.clientScopes ?? []).some(
    (other) => other.name === scope.name && other.id !== scope.id,
  );
  if (isTaken) throw conflict(`Client Scope ${scope.name} already exists`);
}

function withIds(scope: ClientScopeRepresentation): ClientScopeRepresentation {
  if (scope.protocolMappers === undefined) return scope;
  return {
    ...scope,
    protocolMappers: scope.protocolMappers.map((mapper) => ({ ...mapper, id: mapper.id ?? createUuid() })),
  };
}

async function create(request: RealmRequest) {
  const input = readObject<ClientScopeRepresentation>(request.exchange.json, CLIENT_SCOPE_SETTINGS, [
    'name',
    'protocol',
  ]);
  const scope = withIds({
    attributes: {},
    protocolMappers: [],
    ...input,
    ...(input.attributes === undefined ? {} : { attributes: mergeAttributes({}, input.attributes) }),
    id: input.id ?? createUuid(),
  });
  await request.updateRealm((realm) => {
    checkScope(realm, scope);
    if ((realm.clientScopes ?? []).some((other) => other.id === scope.id))
      throw conflict(`Client Scope ${scope.id} already exists`);
    return { ...realm, clientScopes: [...(realm.clientScopes ?? []), scope] };
  });
  return created(request.exchange, scope.id ?? '');
}

type NameList = 'defaultClientScopes' | 'optionalClientScopes';

async function followScope(request: RealmRequest, from: string, to: string | undefined): Promise<void> {
  await followInUsers(request.unchecked.users, request.realm.id, { kind: 'client scope', from, to });
}

async function update(request: RealmRequest) {
  const before = findScope(request);
  const input = readObject<ClientScopeRepresentation>(request.exchange.json, CLIENT_SCOPE_SETTINGS);
  const name = input.name ?? before.name;
  await request.updateRealm((realm) => {
    const clientScopes = replaceById(realm.clientScopes, before.id, (scope) => {
      const { id, attributes, protocolMappers, ...changes } = input;
      const merged = {
        ...scope,
        ...changes,
        ...(attributes === undefined ? {} : { attributes: mergeAttributes(scope.attributes, attributes) }),
      };
      const next = { ...merged, protocol: merged.protocol ?? 'openid-connect' };
      checkScope(realm, next);
      return next;
    });
    return followInRealm({ ...realm, clientScopes }, { kind: 'client scope', from: before.name, to: name });
  });
  if (name !== before.name) await followScope(request, before.name, name);
  return DONE;
}

/** Compat: clients, realm defaults and consents lose the scope; nothing keeps it from being removed. */
async function remove(request: RealmRequest) {
  const { id, name } = findScope(request);
  await request.updateRealm((realm) =>
    followInRealm(
      { ...realm, clientScopes: replaceById(realm.clientScopes, id, () => undefined) },
      { kind: 'client scope', from: name, to: undefined },
    ),
  );
  await followScope(request, name, undefined);
  return DONE;
}

function brief(realm: StoredRealm, names: readonly string[] | undefined) {
  const list = (realm.clientScopes ?? []).filter((scope) => names?.includes(scope.name));
  return ok(list.map(({ id, name }) => ({ id, name })));
}

/** A scope is default, optional, or neither; never both. */
function assigned(
  lists: Partial<Record<NameList, string[]>>,
  kind: NameList,
  name: string,
  isAssigned: boolean,
): Record<NameList, string[]> {
  const others = (names: string[] = []): string[] => names.filter((item) => item !== name);
  const without = {
    defaultClientScopes: others(lists.defaultClientScopes),
    optionalClientScopes: others(lists.optionalClientScopes),
  };
  return isAssigned ? { ...without, [kind]: [...without[kind], name] } : without;
}

async function assignToClient(request: RealmRequest, kind: NameList, isAssigned: boolean) {
  const { name } = findScope(request);
  await updateClient(request, (client) => {
    // Removing a scope from one list leaves the other unchanged.
    if (!isAssigned && client[kind]?.includes(name) !== true) return client;
    return { ...client, ...assigned(client, kind, name, isAssigned) };
  });
  return DONE;
}

async function assignToRealm(request: RealmRequest, kind: NameList, isAssigned: boolean) {
  const { name } = findScope(request);
  await request.updateRealm((realm) => {
    const lists = {
      defaultClientScopes: realm.defaultDefaultClientScopes ?? [],
      optionalClientScopes: realm.defaultOptionalClientScopes ?? [],
    };
    if (!isAssigned && !lists[kind].includes(name)) return realm;
    const next = assigned(lists, kind, name, isAssigned);
    return {
      ...realm,
      defaultDefaultClientScopes: next.defaultClientScopes,
      defaultOptionalClientScopes: next.optionalClientScopes,
    };
  });
  return DONE;
}

function assignmentRows(segment: string, kind: NameList): RealmRow[] {
  const realmNames = (realm: StoredRealm) =>
    kind === 'defaultClientScopes' ? realm.defaultDefaultClientScopes : realm.defaultOptionalClientScopes;
  const ofClient = `/clients/:client/${segment}`;
  const ofRealm = `/default-${segment}`;
  return [
    viewRow(ofClient, VIEW, (request) =>
      brief(request.realm.stored, findClient(request).representation[kind]),
    ),
    changeRow('PUT', `${ofClient}/:scope`, MANAGE, 'Assign client scope', (request) =>
      assignToClient(request, kind, true),
    ),
    changeRow('DELETE', `${ofClient}/:scope`, MANAGE, 'Unassign client scope', (request) =>
      assignToClient(request, kind, false),
    ),
    viewRow(ofRealm, VIEW, (request) => brief(request.realm.stored, realmNames(request.realm.stored))),
    changeRow(
      'PUT',
      `${ofRealm}/:scope`,
      ['manage-realm', 'manage-clients'],
      'Assign client scope to new clients',
      (request) => assignToRealm(request, kind, true),
    ),
    changeRow(
      'DELETE',
      `${ofRealm}/:scope`,
      ['manage-realm', 'manage-clients'],
      'Unassign client scope from new clients',
      (request) => assignToRealm(request, kind, false),
    ),
  ];
}

export const CLIENT_SCOPE_ROWS: readonly RealmRow[] = [
  viewRow('/client-scopes', VIEW, (request) => ok(request.realm.stored.clientScopes ?? [])),
  changeRow('POST', '/client-scopes', MANAGE, 'Create client scope', create),
  viewRow('/client-scopes/:scope', VIEW, (request) => ok(findScope(request).representation)),
  changeRow('PUT', '/client-scopes/:scope', MANAGE, 'Change client scope', update),
  changeRow('DELETE', '/client-scopes/:scope', MANAGE, 'Remove client scope', remove),
  ...assignmentRows('default-client-scopes', 'defaultClientScopes'),
  ...assignmentRows('optional-client-scopes', 'optionalClientScopes'),
];
