// What files of older Keycloak versions lack, added as Keycloak adds it when it imports them. A step only adds:
// where Keycloak would overwrite what the file says, the file is kept.
import type {
  ClientRepresentation,
  ProtocolMapperRepresentation,
} from '#protocol/contract/realm-representation.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { builtInClientScopes } from './built-in/client-scopes.ts';

/** A step acts on files of versions before its own. */
export interface Migration {
  /** The Keycloak version that introduced what is added. */
  readonly version: string;
  /** What is added, completing "adds …". */
  readonly adds: string;
  /** The complete realm with the addition; the same object when it has it already. */
  readonly migrate: (realm: StoredRealm) => StoredRealm;
}

/** In order of versions, each on top of the ones before. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: '2.3.0',
    adds: 'the claims of ID token mappers to userinfo, where a mapper does not say',
    migrate: (realm) => mapEveryMapper(realm, withUserinfo),
  },
  {
    version: '4.0.0',
    adds: 'the optional client scope offline_access to OpenID Connect clients with full scope',
    migrate: (realm) =>
      mapClients(realm, (client) =>
        isApplication(client) && client.fullScopeAllowed !== false
          ? withScope(client, 'offline_access', 'optional')
          : client,
      ),
  },
  {
    version: '4.6.0',
    adds: 'the default client scopes roles and web-origins',
    migrate: (realm) => addScope(addScope(realm, 'roles', 'default'), 'web-origins', 'default'),
  },
  {
    version: '6.0.0',
    adds: 'the optional client scope microprofile-jwt',
    migrate: (realm) => addScope(realm, 'microprofile-jwt', 'optional'),
  },
  {
    version: '9.0.0',
    adds: 'PKCE with S256 to security-admin-console and account-console, and the required action update_user_locale',
    migrate: (realm) => withPkce(withAction(realm, 'update_user_locale', 'Update User Locale', 1000)),
  },
  {
    version: '18.0.0',
    adds: 'the default client scope acr',
    migrate: (realm) => addScope(realm, 'acr', 'default'),
  },
  {
    version: '24.0.3',
    adds: 'the required action delete_credential',
    migrate: (realm) => withAction(realm, 'delete_credential', 'Delete Credential', 110),
  },
  {
    version: '25.0.0',
    adds: 'the default client scope basic',
    migrate: (realm) => addScope(realm, 'basic', 'default'),
  },
  {
    version: '26.0.0',
    adds: 'the optional client scope organization',
    migrate: (realm) => addScope(realm, 'organization', 'optional'),
  },
  {
    version: '26.1.0',
    adds: 'the client scope service_account, to clients with a service account',
    migrate: (realm) =>
      mapClients(addScope(realm, 'service_account', undefined), (client) =>
        client.serviceAccountsEnabled === true ? withScope(client, 'service_account', 'default') : client,
      ),
  },
  {
    version: '26.3.0',
    adds: 'the required action idp_link',
    migrate: (realm) => withAction(realm, 'idp_link', 'Linking Identity Provider', 120),
  },
  {
    version: '26.4.0',
    adds: 'the encryption algorithms of earlier versions to SAML clients that encrypt and choose none',
    migrate: (realm) => mapClients(realm, withEarlierEncryption),
  },
];

/** `keycloakVersion` of a migrated realm, so that its export is not migrated again. */
export const MIGRATED_VERSION: string = MIGRATIONS.at(-1)?.version ?? '';

/** The complete realm with what its version lacks. Without `keycloakVersion`, every step acts. */
export function migrateRealm(realm: StoredRealm): StoredRealm {
  const from = readVersion(realm.keycloakVersion ?? '');
  const steps = MIGRATIONS.filter(({ version }) => isBefore(from, readVersion(version)));
  if (steps.length === 0) return realm;
  const migrated = steps.reduce((changed, { migrate }) => migrate(changed), realm);
  return { ...migrated, keycloakVersion: MIGRATED_VERSION };
}

/** Red Hat's versions, by what they were made from. */
const RED_HAT_VERSIONS: readonly (readonly [pattern: RegExp, version: string])[] = [
  [/^7\.0\.\d+\.GA$/, '1.9.8'],
  [/^7\.1\.\d+\.GA$/, '2.5.5'],
  [/^7\.2\.\d+\.GA$/, '3.4.3'],
  [/^7\.3\.\d+\.GA$/, '4.8.3'],
  [/^7\.4\.\d+\.GA$/, '9.0.3'],
  [/^7\.5\.\d+\.GA$/, '15.0.2'],
  [/^7\.6\.\d+\.GA$/, '18.0.0'],
];

/** Major, minor and micro version; what is not a number counts as 0. */
function readVersion(text: string): readonly number[] {
  const made = RED_HAT_VERSIONS.find(([pattern]) => pattern.test(text))?.[1] ?? text;
  const [major, minor, micro] = (made.split('-')[0] ?? '')
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  return [major || 0, minor || 0, micro || 0];
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  for (const [index, part] of one.entries()) {
    const difference = part - (other[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

type Assignment = 'default' | 'optional';

const isApplication = ({ protocol = 'openid-connect', bearerOnly }: ClientRepresentation): boolean =>
  protocol === 'openid-connect' && bearerOnly !== true;

function mapClients(
  realm: StoredRealm,
  change: (client: ClientRepresentation) => ClientRepresentation,
): StoredRealm {
  return { ...realm, clients: (realm.clients ?? []).map(change) };
}

/** The client with the scope, unless it has it, in either list. */
function withScope(client: ClientRepresentation, name: string, as: Assignment): ClientRepresentation {
  const { defaultClientScopes = [], optionalClientScopes = [] } = client;
  if (defaultClientScopes.includes(name) || optionalClientScopes.includes(name)) return client;
  return as === 'default'
    ? { ...client, defaultClientScopes: [...defaultClientScopes, name] }
    : { ...client, optionalClientScopes: [...optionalClientScopes, name] };
}

/** Adds a built-in client scope that the file does not have, to the realm and to its OpenID Connect clients. */
function addScope(realm: StoredRealm, name: string, as: Assignment | undefined): StoredRealm {
  const { clientScopes = [], defaultDefaultClientScopes = [], defaultOptionalClientScopes = [] } = realm;
  const scope = builtInClientScopes().find((each) => each.name === name);
  if (scope === undefined || clientScopes.some((each) => each.name === name)) return realm;
  const added = { ...realm, clientScopes: [...clientScopes, scope] };
  if (as === undefined) return added;
  const assigned = mapClients(added, (client) =>
    isApplication(client) ? withScope(client, name, as) : client,
  );
  return as === 'default'
    ? { ...assigned, defaultDefaultClientScopes: [...defaultDefaultClientScopes, name] }
    : { ...assigned, defaultOptionalClientScopes: [...defaultOptionalClientScopes, name] };
}

function mapEveryMapper(
  realm: StoredRealm,
  change: (mapper: ProtocolMapperRepresentation) => ProtocolMapperRepresentation,
): StoredRealm {
  const withMappers = <T extends { readonly protocolMappers?: ProtocolMapperRepresentation[] }>(
    owner: T,
  ): T =>
    owner.protocolMappers === undefined
      ? owner
      : { ...owner, protocolMappers: owner.protocolMappers.map(change) };
  return {
    ...realm,
    clients: (realm.clients ?? []).map(withMappers),
    clientScopes: (realm.clientScopes ?? []).map(withMappers),
  };
}

function withUserinfo(mapper: ProtocolMapperRepresentation): ProtocolMapperRepresentation {
  const { config = {} } = mapper;
  const forIdToken = config['id.token.claim'];
  // A mapper with the switch for introspection is of Keycloak 23 or later and leaves userinfo out on purpose.
  const isSaid = config['userinfo.token.claim'] ?? config['introspection.token.claim'];
  if (forIdToken === undefined || isSaid !== undefined) return mapper;
  return { ...mapper, config: { ...config, 'userinfo.token.claim': forIdToken } };
}

/** Adds a required action to a file that lists some; the others have the defaults. */
function withAction(realm: StoredRealm, alias: string, name: string, priority: number): StoredRealm {
  const { requiredActions } = realm;
  if (requiredActions === undefined || requiredActions.some((action) => action.alias === alias)) return realm;
  const action = {
    alias,
    name,
    providerId: alias,
    enabled: true,
    defaultAction: false,
    priority,
    config: {},
  };
  return { ...realm, requiredActions: [...requiredActions, action] };
}

const PKCE_CLIENTS: readonly string[] = ['security-admin-console', 'account-console'];

function withPkce(realm: StoredRealm): StoredRealm {
  return mapClients(realm, (client) =>
    PKCE_CLIENTS.includes(client.clientId)
      ? { ...client, attributes: { 'pkce.code.challenge.method': 'S256', ...client.attributes } }
      : client,
  );
}

const EARLIER_ENCRYPTION: Readonly<Record<string, string>> = {
  'saml.encryption.algorithm': 'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'saml.encryption.keyAlgorithm': 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'saml.encryption.digestMethod': 'http://www.w3.org/2000/09/xmldsig#sha1',
};

function withEarlierEncryption(client: ClientRepresentation): ClientRepresentation {
  if (client.protocol !== 'saml' || client.attributes?.['saml.encrypt'] !== 'true') return client;
  return { ...client, attributes: { ...EARLIER_ENCRYPTION, ...client.attributes } };
}
