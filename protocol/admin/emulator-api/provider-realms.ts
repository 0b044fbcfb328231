// Identity providers: who answers for each, and other realms of this server as providers.
import type {
  IdentityProviderStateWire,
  ProviderRealmRequestWire,
  ProviderRealmWire,
} from '#protocol/contract/identity-providers.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { name, text } from '#protocol/contract/settings/value-type.ts';
import { createAlphanumericText, createUuid } from '#protocol/crypto/identifiers.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import {
  type BrokeredRealms,
  createBrokerClient,
  createProviderConfig,
  realmUrl,
} from '#protocol/realm/clients/broker-client.ts';
import { normalizeClient } from '#protocol/realm/file/normalize-client.ts';
import { addKept } from '#protocol/realm/kept-lists.ts';
import { listKept } from '#protocol/realm/kept-objects.ts';
import { listIdentityProviders } from '#protocol/realm/view/identity-providers.ts';
import { brokerEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import { judgeStandIn } from '#protocol/realm/view/stood-in.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { Store, StoredRealm } from '#protocol/store/store.ts';
import { KitError } from '#protocol/test-kit/kit-error.ts';
import { answer, ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { newProvider } from '../keycloak-api/identity-providers.ts';
import { readExactObject } from '../members.ts';

const PROVIDERS = 'identityProviders';

const REQUEST = {
  realm: { type: text },
  alias: { type: name },
  displayName: { type: text },
  clientId: { type: name },
};

function list({ realm, exchange }: EmulatorRequest<'GET /realms/{realm}/identity-providers'>): Reply {
  const { baseUrl } = exchange;
  const place = { realm: { name: realm.realm }, baseUrl };
  const states = listIdentityProviders(viewRealm(realm)).map((provider): IdentityProviderStateWire => {
    const { isStoodIn, reason } = judgeStandIn(place, provider);
    return {
      alias: provider.alias,
      providerId: provider.type,
      name: provider.name,
      enabled: provider.enabled,
      standIn: isStoodIn,
      reason,
      redirectUri: brokerEndpointUrl({ baseUrl, realm: { name: realm.realm } }, provider),
    };
  });
  return ok(states);
}

type Creation = EmulatorRequest<'POST /realms/{realm}/provider-realms'>;

/** @throws {KitError} 400. */
function findOther({ store, realm }: Creation, named: string): StoredRealm {
  const other = store.realms.find(named);
  if (other === undefined)
    throw new KitError(
      400,
      `realm: there is no realm "${named.slice(0, 255)}".`,
      'Name another realm of this server, or create it first.',
    );
  if (other.id === realm.id)
    throw new KitError(
      400,
      `realm: ${named} cannot be its own identity provider.`,
      'Name another realm of this server.',
    );
  return other;
}

/** @throws {KitError} 409. */
function checkAliasIsFree(realm: StoredRealm, alias: string): void {
  if (listKept(realm, PROVIDERS).some((provider) => provider['alias'] === alias))
    throw new KitError(
      409,
      `alias: realm ${realm.realm} has an identity provider "${alias}".`,
      'Send another alias, or delete that identity provider first.',
    );
}

/** The client ID of the request, or the first of the usual ones that is free. @throws {KitError} 409. */
function chooseClientId(other: StoredRealm, wanted: string | undefined, usual: string): string {
  const taken = new Set((other.clients ?? []).map(({ clientId }) => clientId));
  if (wanted === undefined) {
    let place = 1;
    while (taken.has(place === 1 ? usual : `${usual}-${place}`)) place += 1;
    return place === 1 ? usual : `${usual}-${place}`;
  }
  if (taken.has(wanted))
    throw new KitError(
      409,
      `clientId: realm ${other.realm} has a client "${wanted}".`,
      'Send another clientId, or leave it out.',
    );
  return wanted;
}

async function addClient(
  store: Store,
  realms: Omit<BrokeredRealms, 'clientId'>,
  wanted: string | undefined,
): Promise<ClientRepresentation> {
  const id = createUuid();
  const after = await store.realms.update(realms.provider, (current) => {
    const clientId = chooseClientId(current, wanted, `${realms.consumer}-broker`);
    const client = normalizeClient(current, { ...createBrokerClient({ ...realms, clientId }), id }, 'api');
    return { ...current, clients: [...(current.clients ?? []), client] };
  });
  const client = after.clients?.find((each) => each.id === id);
  if (client === undefined) throw new TypeError('The new client is missing');
  return client;
}

function removeClient(store: Store, realm: string, id: string | undefined): Promise<StoredRealm> {
  return store.realms.update(realm, (current) => ({
    ...current,
    clients: (current.clients ?? []).filter((client) => client.id !== id),
  }));
}

/** Without the provider, the client would be of no use. */
async function addProvider(store: Store, realms: BrokeredRealms, displayName: string, clientUuid?: string) {
  const { consumer, alias, provider } = realms;
  const added = newProvider({
    alias,
    displayName,
    providerId: 'keycloak-oidc',
    config: createProviderConfig(realms),
  });
  try {
    await store.realms.update(consumer, (current) => {
      checkAliasIsFree(current, alias);
      return addKept(current, PROVIDERS, added);
    });
  } catch (error) {
    await removeClient(store, provider, clientUuid);
    throw error;
  }
}

async function create(request: Creation): Promise<Reply> {
  const { store, realm, exchange } = request;
  const wanted = readExactObject<ProviderRealmRequestWire>(exchange.json, REQUEST, ['realm']);
  const other = findOther(request, wanted.realm);
  const { alias = other.realm, displayName = other.displayName } = wanted;
  checkAliasIsFree(realm, alias);
  const { baseUrl } = exchange;
  const realms = {
    provider: other.realm,
    consumer: realm.realm,
    alias,
    secret: createAlphanumericText(32),
  };
  const { id, clientId } = await addClient(store, realms, wanted.clientId);
  const shown = displayName === undefined || displayName.trim() === '' ? other.realm : displayName;
  await addProvider(store, { ...realms, clientId }, shown, id);
  const made: ProviderRealmWire = {
    alias,
    realm: other.realm,
    clientId,
    issuer: realmUrl(baseUrl, other.realm),
    redirectUri: brokerEndpointUrl({ baseUrl, realm: { name: realm.realm } }, { alias }),
  };
  const path = `/admin/realms/${encodeURIComponent(realm.realm)}/identity-provider/instances`;
  return answer(201, made, { location: `${baseUrl}${path}/${encodeURIComponent(alias)}` });
}

export const PROVIDER_HANDLERS: EmulatorHandlers<'providers'> = {
  'GET /realms/{realm}/identity-providers': list,
  'POST /realms/{realm}/provider-realms': create,
};
