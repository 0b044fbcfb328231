// Protocol mappers of a client or a client scope.

import type { ProtocolMapperRepresentation } from '#protocol/contract/realm-representation.ts';
import { MAPPER_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { withIds } from '#protocol/realm/file/normalize-client.ts';
import { conflict, notFound } from '../admin-error.ts';
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
import { readList, readObject } from '../members.ts';
import { findScope } from './client-scopes.ts';
import { findClient, updateClient } from './clients.ts';
import { replaceById } from './realm-edit.ts';

type Mappers = readonly ProtocolMapperRepresentation[];

/** A client or a client scope. */
interface MapperOwner {
  mappers(request: RealmRequest): Mappers;
  change(
    request: RealmRequest,
    change: (mappers: Mappers) => ProtocolMapperRepresentation[],
  ): Promise<unknown>;
}

const client: MapperOwner = {
  mappers: (request) => findClient(request).representation.protocolMappers ?? [],
  change: (request, change) =>
    updateClient(request, (current) => ({
      ...current,
      protocolMappers: change(current.protocolMappers ?? []),
    })),
};

const scope: MapperOwner = {
  mappers: (request) => findScope(request).representation.protocolMappers ?? [],
  change: (request, change) => {
    const { id } = findScope(request);
    return request.updateRealm((realm) => ({
      ...realm,
      clientScopes: replaceById(realm.clientScopes, id, (current) => ({
        ...current,
        protocolMappers: change(current.protocolMappers ?? []),
      })),
    }));
  },
};

function checkNames(mappers: Mappers): void {
  const names = new Set(mappers.map((mapper) => `${mapper.protocol ?? 'openid-connect'} ${mapper.name}`));
  if (names.size !== mappers.length) throw conflict('Protocol mapper exists with same name');
  if (new Set(mappers.map((mapper) => mapper.id)).size !== mappers.length)
    throw conflict('Protocol mapper exists with same id');
}

function find(owner: MapperOwner, request: RealmRequest): ProtocolMapperRepresentation {
  const mapper = owner.mappers(request).find((candidate) => candidate.id === parameter(request, 'mapper'));
  if (mapper === undefined) throw notFound('Model not found');
  return mapper;
}

async function add(owner: MapperOwner, request: RealmRequest, inputs: Mappers): Promise<Mappers> {
  const fresh = withIds(inputs, 'openid-connect');
  await owner.change(request, (mappers) => {
    const next = [...mappers, ...fresh];
    checkNames(next);
    return next;
  });
  return fresh;
}

async function create(owner: MapperOwner, request: RealmRequest) {
  const input = readObject<ProtocolMapperRepresentation>(request.exchange.json, MAPPER_SETTINGS, [
    'name',
    'protocolMapper',
  ]);
  const [mapper] = await add(owner, request, [input]);
  return created(request.exchange, mapper?.id ?? '');
}

async function createMany(owner: MapperOwner, request: RealmRequest) {
  await add(owner, request, readList(request.exchange.json, MAPPER_SETTINGS, ['name', 'protocolMapper']));
  return DONE;
}

async function update(owner: MapperOwner, request: RealmRequest) {
  const { id = '' } = find(owner, request);
  const input = readObject<ProtocolMapperRepresentation>(request.exchange.json, MAPPER_SETTINGS);
  await owner.change(request, (mappers) => {
    const next = replaceById(mappers, id, (mapper) => ({ ...mapper, ...input, id }));
    checkNames(next);
    return next;
  });
  return DONE;
}

async function remove(owner: MapperOwner, request: RealmRequest) {
  const { id = '' } = find(owner, request);
  await owner.change(request, (mappers) => replaceById(mappers, id, () => undefined));
  return DONE;
}

function rows(prefix: string, owner: MapperOwner): RealmRow[] {
  const base = `${prefix}/protocol-mappers`;
  const view = ['view-clients', 'manage-clients'] as const;
  const manage = ['manage-clients'] as const;
  const ofProtocol = (request: RealmRequest): Mappers =>
    owner
      .mappers(request)
      .filter((mapper) => (mapper.protocol ?? 'openid-connect') === parameter(request, 'protocol'));
  return [
    viewRow(`${base}/models`, view, (request) => ok(owner.mappers(request))),
    viewRow(`${base}/protocol/:protocol`, view, (request) => ok(ofProtocol(request))),
    changeRow('POST', `${base}/models`, manage, 'Create protocol mapper', (request) =>
      create(owner, request),
    ),
    changeRow('POST', `${base}/add-models`, manage, 'Create protocol mappers', (request) =>
      createMany(owner, request),
    ),
    viewRow(`${base}/models/:mapper`, view, (request) => ok(find(owner, request))),
    changeRow('PUT', `${base}/models/:mapper`, manage, 'Change protocol mapper', (request) =>
      update(owner, request),
    ),
    changeRow('DELETE', `${base}/models/:mapper`, manage, 'Remove protocol mapper', (request) =>
      remove(owner, request),
    ),
  ];
}

export const PROTOCOL_MAPPER_ROWS: readonly RealmRow[] = [
  ...rows('/clients/:client', client),
  ...rows('/client-scopes/:scope', scope),
];
