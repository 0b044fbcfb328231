// Identity providers of a realm and their mappers, as in the realm file.

import {
  flag,
  identifier,
  name,
  text,
  textMap,
  type ValueType,
} from '#protocol/contract/settings/value-type.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { addKept, changeKept } from '#protocol/realm/kept-lists.ts';
import { type KeptObject, listKept } from '#protocol/realm/kept-objects.ts';
import { followInRealm, followInUsers } from '#protocol/realm/references/follow-references.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { compilePattern } from '#protocol/store/text-pattern.ts';
import { conflict, notFound } from '../admin-error.ts';
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
import { readObject } from '../members.ts';
import { checkAlias, checkProvider } from './identity-provider-checks.ts';
import { keepSecrets, maskSecrets } from './realm-secrets.ts';
import { parseSearchWord } from './user-search.ts';

const PROVIDERS = 'identityProviders';
const MAPPERS = 'identityProviderMappers';

const VIEW = ['view-identity-providers', 'manage-identity-providers'] as const;
const MANAGE = ['manage-identity-providers'] as const;

/** Members that are checked; all others are kept as they are. */
export const PROVIDER_WIRE: Readonly<Record<string, { readonly type: ValueType }>> = {
  alias: { type: name },
  internalId: { type: identifier },
  providerId: { type: text },
  displayName: { type: text },
  enabled: { type: flag },
  config: { type: textMap },
};
const MAPPER_WIRE = {
  id: { type: identifier },
  name: { type: name },
  identityProviderMapper: { type: text },
  identityProviderAlias: { type: text },
  config: { type: textMap },
};

/** Keycloak's values of a new identity provider. */
const NEW_PROVIDER = {
  enabled: true,
  updateProfileFirstLoginMode: 'on',
  trustEmail: false,
  storeToken: false,
  addReadTokenRoleOnCreate: false,
  authenticateByDefault: false,
  linkOnly: false,
  hideOnLogin: false,
  config: {},
};

/** A new identity provider; a mask is no secret. */
export function newProvider(input: KeptObject): KeptObject {
  return { internalId: createUuid(), ...NEW_PROVIDER, ...(keepSecrets({}, input) as KeptObject) };
}

const hasAlias =
  (alias: unknown) =>
  (item: KeptObject): boolean =>
    item['alias'] === alias;

/** Compat: by alias, or else by internal ID. @throws {AdminError} 404. */
export function findProvider({ realm, exchange }: RealmRequest): KeptObject {
  const alias = parameter({ exchange }, 'alias');
  const all = listKept(realm.stored, PROVIDERS);
  const found = all.find(hasAlias(alias)) ?? all.find(({ internalId }) => internalId === alias);
  if (found === undefined) throw notFound(`Identity provider ${alias} not found`);
  return found;
}

const DEFAULT_MAX = 100;

/** What a list shows with `briefRepresentation`. */
const BRIEF: readonly string[] = [
  'alias',
  'displayName',
  'internalId',
  'providerId',
  'enabled',
  'organizationId',
];

/** The provider with the organization that it belongs to. */
function withOrganization(realm: StoredRealm, provider: KeptObject): KeptObject {
  const owner = listKept(realm, 'organizations').find((organization) =>
    listKept(organization, 'identityProviders').some(hasAlias(provider['alias'])),
  );
  return owner?.['id'] === undefined ? provider : { ...provider, organizationId: owner['id'] };
}

/** Compat: a search matches the beginning, with asterisks any part, and in quotes the whole alias. */
function list({ realm, exchange }: RealmRequest): Reply {
  const matches = compilePattern(parseSearchWord(exchange.query.get('search')?.toLowerCase() ?? ''));
  const isRealmOnly = readSwitch(exchange, 'realmOnly') === true;
  const isBrief = readSwitch(exchange, 'briefRepresentation') === true;
  const found = listKept(realm.stored, PROVIDERS)
    .filter(({ alias }) => matches(String(alias).toLowerCase()))
    .map((provider) => withOrganization(realm.stored, provider))
    .filter((provider) => !isRealmOnly || provider['organizationId'] === undefined);
  const page = slicePage(exchange, found, DEFAULT_MAX).map((provider) =>
    isBrief
      ? Object.fromEntries(Object.entries(provider).filter(([member]) => BRIEF.includes(member)))
      : provider,
  );
  return ok(maskSecrets(page));
}

async function create(request: RealmRequest): Promise<Reply> {
  const input = readObject<KeptObject>(request.exchange.json, PROVIDER_WIRE, ['alias', 'providerId']);
  checkAlias(input['alias']);
  checkProvider(request.realm, input);
  const provider = newProvider(input);
  await request.updateRealm((realm) => {
    if (listKept(realm, PROVIDERS).some(hasAlias(input['alias'])))
      throw conflict(`Identity Provider ${input['alias']} already exists`);
    return addKept(realm, PROVIDERS, provider);
  });
  return created(request.exchange, String(input['alias']));
}

async function update(request: RealmRequest): Promise<Reply> {
  const { alias } = findProvider(request);
  const {
    internalId,
    organizationId: _owner,
    ...input
  } = readObject<KeptObject>(request.exchange.json, PROVIDER_WIRE);
  const next = input['alias'] ?? alias;
  if (next !== alias) checkAlias(next);
  checkProvider(request.realm, input);
  const rename = { kind: 'identity provider', from: String(alias), to: String(next) } as const;
  await request.updateRealm((realm) => {
    if (next !== alias && listKept(realm, PROVIDERS).some(hasAlias(next)))
      throw conflict(`Identity Provider ${next} already exists`);
    const changed = changeKept(realm, PROVIDERS, hasAlias(alias), (before) => ({
      ...before,
      ...(keepSecrets(before, input) as KeptObject),
    }));
    return followInRealm(changed, rename);
  });
  if (next !== alias) await followInUsers(request.unchecked.users, request.realm.id, rename);
  return DONE;
}

async function remove(request: RealmRequest): Promise<Reply> {
  const { alias } = findProvider(request);
  const removal = { kind: 'identity provider', from: String(alias), to: undefined } as const;
  await request.updateRealm((realm) =>
    followInRealm(
      changeKept(
        changeKept(realm, PROVIDERS, hasAlias(alias), () => undefined),
        MAPPERS,
        isMapperOf(alias),
        () => undefined,
      ),
      removal,
    ),
  );
  await followInUsers(request.unchecked.users, request.realm.id, removal);
  return DONE;
}

const isMapperOf =
  (alias: unknown) =>
  (item: KeptObject): boolean =>
    item['identityProviderAlias'] === alias;

function mappersOf(request: RealmRequest): readonly KeptObject[] {
  return listKept(request.realm.stored, MAPPERS).filter(isMapperOf(findProvider(request)['alias']));
}

/** @throws {AdminError} 404. */
function findMapper(request: RealmRequest): KeptObject {
  const id = parameter(request, 'mapper');
  const found = mappersOf(request).find((mapper) => mapper['id'] === id);
  if (found === undefined) throw notFound('Model not found');
  return found;
}

/** @throws {AdminError} 409 when another mapper of the provider has the name. */
function checkMapperName(request: RealmRequest, name: unknown, ownId: unknown): void {
  const isTaken = mappersOf(request).some((mapper) => mapper['name'] === name && mapper['id'] !== ownId);
  if (isTaken) throw conflict(`Identity provider mapper ${name} already exists`);
}

async function createMapper(request: RealmRequest): Promise<Reply> {
  const { alias } = findProvider(request);
  const input = readObject<KeptObject>(request.exchange.json, MAPPER_WIRE, [
    'name',
    'identityProviderMapper',
  ]);
  checkMapperName(request, input['name'], undefined);
  const id = createUuid();
  const mapper = { config: {}, ...input, id, identityProviderAlias: alias };
  await request.updateRealm((realm) => addKept(realm, MAPPERS, mapper));
  return created(request.exchange, id);
}

async function updateMapper(request: RealmRequest): Promise<Reply> {
  const { id, identityProviderAlias } = findMapper(request);
  const input = readObject<KeptObject>(request.exchange.json, MAPPER_WIRE);
  checkMapperName(request, input['name'], id);
  await request.updateRealm((realm) =>
    changeKept(
      realm,
      MAPPERS,
      (item) => item['id'] === id,
      (before) => ({ ...before, ...(keepSecrets(before, input) as KeptObject), id, identityProviderAlias }),
    ),
  );
  return DONE;
}

async function removeMapper(request: RealmRequest): Promise<Reply> {
  const { id } = findMapper(request);
  await request.updateRealm((realm) =>
    changeKept(
      realm,
      MAPPERS,
      (item) => item['id'] === id,
      () => undefined,
    ),
  );
  return DONE;
}

const INSTANCES = '/identity-provider/instances';
const INSTANCE = `${INSTANCES}/:alias`;

export const IDENTITY_PROVIDER_ROWS: readonly RealmRow[] = [
  viewRow(INSTANCES, VIEW, list),
  changeRow('POST', INSTANCES, MANAGE, 'Create identity provider', create),
  viewRow(INSTANCE, VIEW, (request) =>
    ok(maskSecrets(withOrganization(request.realm.stored, findProvider(request)))),
  ),
  changeRow('PUT', INSTANCE, MANAGE, 'Change identity provider', update),
  changeRow('DELETE', INSTANCE, MANAGE, 'Remove identity provider', remove),
  viewRow(`${INSTANCE}/mappers`, VIEW, (request) => ok(maskSecrets(mappersOf(request)))),
  changeRow('POST', `${INSTANCE}/mappers`, MANAGE, 'Create identity provider mapper', createMapper),
  viewRow(`${INSTANCE}/mappers/:mapper`, VIEW, (request) => ok(maskSecrets(findMapper(request)))),
  changeRow('PUT', `${INSTANCE}/mappers/:mapper`, MANAGE, 'Change identity provider mapper', updateMapper),
  changeRow('DELETE', `${INSTANCE}/mappers/:mapper`, MANAGE, 'Remove identity provider mapper', removeMapper),
];
