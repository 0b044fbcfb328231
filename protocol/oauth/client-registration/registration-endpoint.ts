// The client registration endpoint and the client configuration endpoint.
import { nowInSeconds } from '#protocol/clock.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { checkRealm } from '#protocol/http/check-realm.ts';
import { oauthErrorReply } from '#protocol/http/errors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { emptyReply, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { consumeInitialAccess } from '#protocol/realm/clients/initial-access.ts';
import { normalizeClient } from '#protocol/realm/file/normalize-client.ts';
import { followInRealm, followInUsers, type Rename } from '#protocol/realm/references/follow-references.ts';
import { ensureServiceAccount } from '#protocol/realm/users/service-account.ts';
import type { Store, StoredRealm } from '#protocol/store/store.ts';
import { REGISTRATION_TOKEN_ATTRIBUTE, signRegistrationToken } from '#protocol/token/registration-tokens.ts';
import { listReplaced } from './client-flows.ts';
import {
  type DescribedClient,
  isMetadataAttribute,
  readClientMetadata,
  writeClientMetadata,
} from './client-metadata.ts';
import { invalidMetadata, type Metadata } from './metadata-values.ts';
import { applyPolicies } from './policies.ts';
import {
  checkMayChange,
  checkRegistrantOrigin,
  checkRegistrationToken,
  checkRole,
  findManagedClient,
  findRoleBeyond,
  identifyRegistrant,
  type Registrant,
  type RegistrantDeps,
} from './registrant.ts';

export interface RegistrationDeps extends RegistrantDeps {
  readonly store: Store;
}

type Answer = (exchange: RealmExchange, deps: RegistrationDeps, registrant: Registrant) => Promise<Reply>;

/** Wraps a handler: identifies the registrant, and answers errors as JSON. */
function answering(answer: Answer) {
  return async (exchange: RealmExchange, deps: RegistrationDeps): Promise<Reply> => {
    exchange.activity.parties('application', 'understudy');
    try {
      checkRealm(exchange);
      const registrant = await identifyRegistrant(exchange, deps);
      if (registrant.kind === 'administrator') exchange.activity.user(registrant.username);
      return await answer(exchange, deps, registrant);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      const reply = oauthErrorReply(exchange, error);
      if (error.status !== 401) return reply;
      return { ...reply, headers: { ...reply.headers, 'www-authenticate': 'Bearer error="invalid_token"' } };
    }
  };
}

function readMetadata({ json }: RealmExchange): Metadata {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ...json };
  throw new OAuthError('invalid_client_metadata', {
    description: 'The body must be a JSON object',
    remedy: 'Send the client metadata as a JSON object.',
  });
}

/** Returns the realm with the initial access token's use counted. @throws {OAuthError} */
function admitRegistrant(realm: StoredRealm, registrant: Registrant, now: number): StoredRealm {
  if (registrant.kind === 'anonymous') return realm;
  if (registrant.kind === 'administrator') {
    checkRole(registrant.roles, ['create-client', 'manage-clients']);
    return realm;
  }
  const next =
    registrant.kind === 'initial-access' ? consumeInitialAccess(realm, registrant.tokenId, now) : undefined;
  if (next !== undefined) return next;
  throw new OAuthError('invalid_token', {
    reason: 'The token is not a usable initial access token.',
    remedy:
      'Ask an administrator for a new initial access token (clients-initial-access), or register without a token.',
    section: 'RFC 7591 §3',
  });
}

function kindOf(registrant: Registrant): 'anonymous' | 'authenticated' {
  return registrant.kind === 'anonymous' ? 'anonymous' : 'authenticated';
}

/** `POST …/clients-registrations/openid-connect` (RFC 7591 §3). */
export const handleRegistration: (exchange: RealmExchange, deps: RegistrationDeps) => Promise<Reply> =
  answering(async (exchange, deps, registrant) => {
    checkRegistrantOrigin(exchange, registrant);
    const metadata = readMetadata(exchange);
    if (metadata['client_id'] !== undefined)
      throw invalidMetadata('client_id', 'is chosen by the server', metadata['client_id']);
    const clientId = createUuid();
    const tokenId = createUuid();
    const changed = await deps.store.realms.update(exchange.realm.name, (realm) => {
      const admitted = admitRegistrant(realm, registrant, nowInSeconds(exchange.clock));
      const client = describeNew(exchange, registrant, { realm, metadata, clientId, tokenId });
      return { ...admitted, clients: [...(admitted.clients ?? []), client] };
    });
    const client = requireClient(changed, 'clientId', clientId);
    await ensureServiceAccount(deps.store.users, changed, client, exchange.clock);
    exchange.activity.client(clientId);
    exchange.activity.recordPass('register-client', `registered as ${clientId}`, 'RFC 7591 §3.2.1');
    const body = await describe(exchange, deps, client, tokenId);
    noteReplaced(exchange, metadata, body);
    const issued = { ...body, client_id_issued_at: nowInSeconds(exchange.clock) };
    return jsonReply(201, issued, { ...NO_STORE, location: String(body['registration_client_uri']) });
  });

/** RFC 7591 §3.2.1: the answer shows what was registered; Activity also says what was not. */
function noteReplaced({ activity }: RealmExchange, sent: Metadata, registered: Metadata): void {
  for (const sentence of listReplaced(sent, registered))
    activity.recordNote('replace-metadata', sentence, 'RFC 7591 §3.2.1');
}

function describeNew(
  exchange: RealmExchange,
  registrant: Registrant,
  given: {
    readonly realm: StoredRealm;
    readonly metadata: Metadata;
    readonly clientId: string;
    readonly tokenId: string;
  },
): ClientRepresentation {
  const { realm, metadata, clientId, tokenId } = given;
  const described = readClientMetadata(metadata, realm);
  const attributes = { ...described.attributes, [REGISTRATION_TOKEN_ATTRIBUTE]: tokenId };
  const client = applyPolicies({
    realm,
    kind: kindOf(registrant),
    remoteAddress: exchange.remoteAddress,
    client: { ...described, clientId, attributes },
    isNew: true,
  });
  return normalizeClient(realm, client);
}

/** `GET …/clients-registrations/openid-connect/{client_id}` (RFC 7592 §2.1). */
export const handleRegistrationRead: (exchange: RealmExchange, deps: RegistrationDeps) => Promise<Reply> =
  answering(async (exchange, deps, registrant) => {
    const { id } = findManagedClient(exchange, registrant, ['view-clients', 'manage-clients']);
    return changeAndDescribe(exchange, deps, { registrant, id, change: (client) => client });
  });

/** `PUT …/clients-registrations/openid-connect/{client_id}` (RFC 7592 §2.2). */
export const handleRegistrationUpdate: (exchange: RealmExchange, deps: RegistrationDeps) => Promise<Reply> =
  answering(async (exchange, deps, registrant) => {
    const { id, clientId, secret } = findManagedClient(exchange, registrant, ['manage-clients']);
    await checkMayChange(exchange, deps.store.users, registrant, clientId);
    const metadata = readMetadata(exchange);
    if (metadata['client_id'] !== undefined && metadata['client_id'] !== clientId)
      throw invalidMetadata('client_id', 'must be the one of the client', metadata['client_id']);
    const sentSecret = metadata['client_secret'];
    if (sentSecret !== undefined && sentSecret !== secret)
      throw invalidMetadata('client_secret', 'must be the one of the client, or left out');
    const change = (client: ClientRepresentation, realm: StoredRealm): ClientRepresentation =>
      normalizeClient(
        realm,
        applyPolicies({
          realm,
          kind: kindOf(registrant),
          remoteAddress: exchange.remoteAddress,
          client: replaceMetadata(client, readClientMetadata(metadata, realm)),
          isNew: false,
        }),
      );
    return changeAndDescribe(exchange, deps, { registrant, id, change, metadata });
  });

/** Replaces everything that metadata controls and keeps what only administrators set. */
function replaceMetadata(client: ClientRepresentation, described: DescribedClient): ClientRepresentation {
  const { name, baseUrl, protocolMappers, attributes, webOrigins, ...kept } = client;
  const own = Object.entries(attributes ?? {}).filter(([attribute]) => !isMetadataAttribute(attribute));
  const mappers = (protocolMappers ?? []).filter(
    ({ protocolMapper }) => protocolMapper !== 'oidc-sha256-pairwise-sub-mapper',
  );
  return {
    ...kept,
    ...described,
    clientId: client.clientId,
    webOrigins: webOrigins ?? described.webOrigins ?? [],
    protocolMappers: [...mappers, ...(described.protocolMappers ?? [])],
    attributes: { ...Object.fromEntries(own), ...described.attributes },
  };
}

/** `DELETE …/clients-registrations/openid-connect/{client_id}` (RFC 7592 §2.3). */
export const handleRegistrationDelete: (exchange: RealmExchange, deps: RegistrationDeps) => Promise<Reply> =
  answering(async (exchange, { store }, registrant) => {
    const { realm } = exchange;
    const { id, clientId } = findManagedClient(exchange, registrant, ['manage-clients']);
    await checkMayChange(exchange, store.users, registrant, clientId);
    const removal: Rename = { kind: 'client', from: clientId, to: undefined };
    await store.realms.update(realm.name, (current) => {
      const clients = (current.clients ?? []).filter((client) => client.id !== id);
      return followInRealm({ ...current, clients }, removal);
    });
    await followInUsers(store.users, realm.id, removal);
    exchange.activity.client(clientId);
    return emptyReply(204, NO_STORE);
  });

/** Changes a client and returns it. A registration access token is replaced by a new one (RFC 7592 §5). */
async function changeAndDescribe(
  exchange: RealmExchange,
  deps: RegistrationDeps,
  given: {
    readonly registrant: Registrant;
    readonly id: string;
    readonly change: (client: ClientRepresentation, realm: StoredRealm) => ClientRepresentation;
    /** What an update sent. */
    readonly metadata?: Metadata;
  },
): Promise<Reply> {
  const { registrant, id, change, metadata = {} } = given;
  const tokenId = registrant.kind === 'registration-access' ? createUuid() : undefined;
  const changed = await deps.store.realms.update(exchange.realm.name, (realm) => ({
    ...realm,
    clients: (realm.clients ?? []).map((client) => {
      if (client.id !== id) return client;
      // A concurrent request may have used the token.
      checkRegistrationToken(registrant, client.attributes?.[REGISTRATION_TOKEN_ATTRIBUTE]);
      return withToken(change(client, realm), tokenId);
    }),
  }));
  const kept = requireClient(changed, 'id', id);
  await ensureServiceAccount(deps.store.users, changed, kept, exchange.clock);
  exchange.activity.client(kept.clientId);
  const described = await describe(exchange, deps, kept, tokenId);
  noteReplaced(exchange, metadata, described);
  if (await maySeeSecret(exchange, deps, registrant, kept.clientId))
    return jsonReply(200, described, NO_STORE);
  const { client_secret, client_secret_expires_at, ...shown } = described;
  return jsonReply(200, shown, NO_STORE);
}

/** Administrators with read-only rights do not get the credentials of the client. */
async function maySeeSecret(
  exchange: RealmExchange,
  { store }: RegistrationDeps,
  registrant: Registrant,
  clientId: string,
): Promise<boolean> {
  if (registrant.kind !== 'administrator') return true;
  if (!registrant.roles.has('manage-clients')) return false;
  return (await findRoleBeyond(exchange, store.users, registrant, clientId)) === undefined;
}

function withToken(client: ClientRepresentation, tokenId: string | undefined): ClientRepresentation {
  if (tokenId === undefined) return client;
  return { ...client, attributes: { ...client.attributes, [REGISTRATION_TOKEN_ATTRIBUTE]: tokenId } };
}

/** @throws {OAuthError} if the client was removed meanwhile. */
function requireClient(realm: StoredRealm, key: 'id' | 'clientId', value: string): ClientRepresentation {
  const client = realm.clients?.find((candidate) => candidate[key] === value);
  if (client !== undefined) return client;
  throw new OAuthError('invalid_token', {
    reason: 'The client has been removed.',
    section: 'RFC 7592 §2',
  });
}

/** The client information response (RFC 7591 §3.2.1). */
async function describe(
  exchange: RealmExchange,
  { keys }: RegistrationDeps,
  client: ClientRepresentation,
  tokenId: string | undefined,
): Promise<Metadata> {
  const { realm, clock } = exchange;
  const issuer = issuerOf(exchange);
  const address = `${issuer}/clients-registrations/openid-connect/${encodeURIComponent(client.clientId)}`;
  const owner = { name: realm.name, issuer, clock };
  return {
    ...writeClientMetadata(client),
    ...(client.publicClient === true ? {} : { client_secret: client.secret, client_secret_expires_at: 0 }),
    registration_client_uri: address,
    ...(tokenId === undefined
      ? {}
      : {
          registration_access_token: await signRegistrationToken(keys, owner, {
            type: 'RegistrationAccessToken',
            id: tokenId,
          }),
        }),
  };
}
