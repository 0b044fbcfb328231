// Applies an unsaved change of mappers and scope assignments to a copy of a realm.
import type { ProtocolMapperRepresentation } from '#protocol/contract/realm-representation.ts';
import type { UnsavedChangeWire, UnsavedMappersWire } from '#protocol/contract/token-preview.ts';
import { withIds } from '#protocol/realm/file/normalize-client.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { KitError } from '../kit-error.ts';

type Mappers = readonly ProtocolMapperRepresentation[];

/**
 * The realm as it would be after the change. Stores nothing.
 * @throws {KitError} 400 naming the member that is wrong.
 */
export function applyUnsavedChange(realm: Realm, clientId: string, change: UnsavedChangeWire): Realm {
  const { stored } = realm;
  checkScopeNames(realm, change);
  const protocol = realm.clients.get(clientId)?.protocol ?? 'openid-connect';
  const { defaultClientScopes, optionalClientScopes, clientScopes: ofScopes = {} } = change;
  const clients = stored.clients?.map((client) => {
    if (client.clientId !== clientId) return client;
    return {
      ...client,
      protocolMappers: changeMappers(client.protocolMappers, change, { protocol, path: 'change' }),
      ...(defaultClientScopes === undefined ? {} : { defaultClientScopes: [...defaultClientScopes] }),
      ...(optionalClientScopes === undefined ? {} : { optionalClientScopes: [...optionalClientScopes] }),
    };
  });
  const clientScopes = stored.clientScopes?.map((scope) => {
    const own = Object.hasOwn(ofScopes, scope.name) ? ofScopes[scope.name] : undefined;
    if (own === undefined) return scope;
    const place = {
      protocol: scope.protocol ?? 'openid-connect',
      path: `change.clientScopes["${scope.name}"]`,
    };
    return { ...scope, protocolMappers: changeMappers(scope.protocolMappers, own, place) };
  });
  const changed: StoredRealm = {
    ...stored,
    ...(clients === undefined ? {} : { clients }),
    ...(clientScopes === undefined || Object.keys(ofScopes).length === 0 ? {} : { clientScopes }),
  };
  return viewRealm(changed);
}

function checkScopeNames(
  realm: Realm,
  { clientScopes = {}, defaultClientScopes = [], optionalClientScopes = [] }: UnsavedChangeWire,
): void {
  const lists = {
    clientScopes: Object.keys(clientScopes),
    defaultClientScopes,
    optionalClientScopes,
  };
  for (const [member, names] of Object.entries(lists)) {
    const unknown = names.find((name) => !realm.clientScopes.has(name));
    if (unknown === undefined) continue;
    throw new KitError(
      400,
      `change.${member}: realm ${realm.name} has no client scope "${unknown}".`,
      'Create the client scope first, or correct its name.',
    );
  }
  const twice = defaultClientScopes.find((name) => optionalClientScopes.includes(name));
  if (twice !== undefined)
    throw new KitError(
      400,
      `change: client scope "${twice}" is in defaultClientScopes and in optionalClientScopes.`,
      'A client scope is either default or optional; leave it out of one of them.',
    );
}

interface Place {
  /** Of the owner. */
  readonly protocol: string;
  /** The member of the request that describes the owner's mappers. */
  readonly path: string;
}

function changeMappers(
  stored: Mappers = [],
  { mappers = [], removedMappers = [] }: UnsavedMappersWire,
  { protocol, path }: Place,
): ProtocolMapperRepresentation[] {
  const isCalled = (mapper: ProtocolMapperRepresentation, name: string): boolean =>
    mapper.id === name || mapper.name === name;
  for (const [index, name] of removedMappers.entries()) {
    if (!stored.some((mapper) => isCalled(mapper, name)))
      throw new KitError(
        400,
        `${path}.removedMappers[${index}]: there is no mapper "${name}".`,
        'Name the mapper by its name or its id.',
      );
  }
  const rest = stored.filter((mapper) => !removedMappers.some((name) => isCalled(mapper, name)));
  const replaces = (given: ProtocolMapperRepresentation, old: ProtocolMapperRepresentation): boolean =>
    given.id === undefined ? given.name === old.name : given.id === old.id;
  const kept = rest.map((old) => {
    const given = mappers.find((mapper) => replaces(mapper, old));
    return given === undefined ? old : { ...old, ...given };
  });
  const added = mappers.filter((given) => !rest.some((old) => replaces(given, old)));
  const all = [...kept, ...withIds(added, protocol)];
  checkNames(all, path);
  return all;
}

function checkNames(mappers: Mappers, path: string): void {
  const names = mappers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return;
  throw new KitError(
    400,
    `${path}.mappers: two mappers have the name "${twice}".`,
    'Rename one of them, or send the id of the one that it replaces.',
  );
}
