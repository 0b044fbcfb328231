// Reads a sample application's settings from its client in the realm, and writes its URLs into that client.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { AdminError, invalid } from '../admin-error.ts';
import {
  type ApplicationSettings,
  SAMPLE_APPLICATIONS,
  type SampleApplicationId,
} from './sample-applications.ts';

/** Client attributes passed to the worker of a service provider. */
const SAML_ATTRIBUTES = {
  signingKey: 'saml.signing.private.key',
  signingCertificate: 'saml.signing.certificate',
  encryptionKey: 'saml.encryption.private.key',
  encryptionCertificate: 'saml.encryption.certificate',
} as const;

/** Client attributes with a service provider's URLs, and the path of each. */
const SAML_ADDRESSES = {
  saml_assertion_consumer_url_post: '/saml/acs',
  saml_single_logout_service_url_post: '/saml/slo',
  saml_single_logout_service_url_redirect: '/saml/slo',
} as const;

function findClient(realm: StoredRealm, clientId: string): ClientRepresentation | undefined {
  return realm.clients?.find((client) => client.clientId === clientId);
}

function readSecret(realm: StoredRealm, clientId: string): { clientSecret: string } {
  const clientSecret = findClient(realm, clientId)?.secret;
  if (clientSecret === undefined) {
    throw invalid(
      `Realm ${realm.realm} has no confidential client ${clientId}, which the application signs in with; create it, or use realm demo`,
    );
  }
  return { clientSecret };
}

/** The port of the last run or from the realm file; 0 when there is none. */
function readPort(attributes: Readonly<Record<string, string>>): number {
  const url = attributes['saml_assertion_consumer_url_post'] ?? '';
  return URL.canParse(url) ? Number(new URL(url).port) : 0;
}

function readServiceProvider(realm: StoredRealm, clientId: string): Record<string, string | number> {
  const client = findClient(realm, clientId);
  if (client?.protocol !== 'saml') {
    throw invalid(
      `Realm ${realm.realm} has no SAML client ${clientId}, which the application signs in with; create it, or use realm demo`,
    );
  }
  const attributes = client.attributes ?? {};
  const settings: Record<string, string | number> = { port: readPort(attributes) };
  for (const [name, attribute] of Object.entries(SAML_ATTRIBUTES)) {
    const value = attributes[attribute];
    if (value === undefined || value === '')
      throw invalid(
        `Client ${clientId} of realm ${realm.realm} has no ${attribute}; generate the key in the client’s settings, or use realm demo`,
      );
    settings[name] = value;
  }
  return settings;
}

/**
 * @throws {AdminError} 400 when the realm lacks the application's client, or the client a required setting.
 */
export function readApplicationSettings(
  realm: StoredRealm,
  id: SampleApplicationId,
  issuer: string,
): ApplicationSettings {
  const { clientId, protocol } = SAMPLE_APPLICATIONS[id];
  const own = protocol === 'saml' ? readServiceProvider(realm, clientId) : readSecret(realm, clientId);
  return { issuer, clientId, ...own };
}

/** Why the application cannot start in the realm; undefined if it can. */
export function explainUnavailable(realm: StoredRealm, id: SampleApplicationId): string | undefined {
  try {
    readApplicationSettings(realm, id, '');
    return undefined;
  } catch (error) {
    if (error instanceof AdminError) return error.body.errorMessage ?? error.message;
    throw error;
  }
}

/**
 * The realm with the service provider's URLs in its client; undefined when nothing changes. OpenID Connect
 * clients state their URL with each request.
 */
export function placeApplication(
  realm: StoredRealm,
  id: SampleApplicationId,
  url: string,
): StoredRealm | undefined {
  const { clientId, protocol } = SAMPLE_APPLICATIONS[id];
  if (protocol !== 'saml') return undefined;
  const addresses = Object.fromEntries(
    Object.entries(SAML_ADDRESSES).map(([attribute, path]) => [attribute, url + path]),
  );
  const current = findClient(realm, clientId)?.attributes ?? {};
  if (Object.entries(addresses).every(([attribute, value]) => current[attribute] === value)) return undefined;
  const clients = realm.clients?.map((client) =>
    client.clientId === clientId ? { ...client, attributes: { ...client.attributes, ...addresses } } : client,
  );
  return clients === undefined ? undefined : { ...realm, clients };
}
