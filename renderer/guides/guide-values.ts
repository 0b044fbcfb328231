// The values of a guide, from the realm and the client.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { type ChosenCallback, chooseCallback } from './choose-callback.ts';
import { grantsOf } from './client-kinds.ts';
import type { Guide, GuideValues, KeyPair, SamlValues } from './guide.ts';

/** What guides contain of the realm. */
export interface GuideRealm {
  /** Base URL of the server, without trailing slash. */
  readonly baseUrl: string;
  readonly realm: string;
  readonly issuer: string;
  readonly user: GuideValues['user'];
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
};
const RSA_OAEP_MGF1P = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

function pem(label: string, base64: string): string {
  const text = base64.replace(/-----[^-]+-----|\s/g, '');
  return `-----BEGIN ${label}-----\n${text.replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`;
}

function keyPair(
  { attributes = {} }: ClientRepresentation,
  use: 'signing' | 'encryption',
): KeyPair | undefined {
  const key = attributes[`saml.${use}.private.key`] ?? '';
  const certificate = attributes[`saml.${use}.certificate`] ?? '';
  if (key === '' || certificate === '') return undefined;
  return { key: pem('PRIVATE KEY', key), certificate: pem('CERTIFICATE', certificate) };
}

function samlValues(client: ClientRepresentation, issuer: string): SamlValues {
  const isOn = (name: string): boolean => client.attributes?.[name] === 'true';
  const serviceUrl = `${issuer}/protocol/saml`;
  return {
    serviceUrl,
    metadataUrl: `${serviceUrl}/descriptor`,
    nameIdFormat: FORMATS[client.attributes?.['saml_name_id_format'] ?? ''] ?? UNSPECIFIED,
    signsRequests: isOn('saml.client.signature'),
    wantsSignedAssertions: isOn('saml.assertion.signature'),
    wantsSignedMessages: isOn('saml.server.signature'),
    wantsEncryption: isOn('saml.encrypt'),
    hasRareEncryption: client.attributes?.['saml.encryption.keyAlgorithm'] !== RSA_OAEP_MGF1P,
    signing: keyPair(client, 'signing'),
    encryption: keyPair(client, 'encryption'),
  };
}

/** The client's redirect URIs, absolute; those of its consumer service first. */
function registeredUris(client: ClientRepresentation, baseUrl: string): readonly string[] {
  const consumer = client.attributes?.['saml_assertion_consumer_url_post'] ?? '';
  const root = client.rootUrl === undefined || client.rootUrl === '' ? baseUrl : client.rootUrl;
  return [...(consumer === '' ? [] : [consumer]), ...(client.redirectUris ?? [])].map((uri) =>
    uri.startsWith('/') ? root.replace(/\/+$/, '') + uri : uri,
  );
}

/** The redirect URI for the guide; undefined if its application has none. */
export function callbackFor(
  guide: Guide,
  client: ClientRepresentation,
  baseUrl: string,
): ChosenCallback | undefined {
  if (guide.callback === undefined) return undefined;
  return chooseCallback(registeredUris(client, baseUrl), guide.callback);
}

/** The values of the guide for the client. */
export function guideValues(guide: Guide, client: ClientRepresentation, realm: GuideRealm): GuideValues {
  const chosen = callbackFor(guide, client, realm.baseUrl) ?? chooseCallback([], { path: '/callback' });
  const url = new URL(chosen.redirectUri);
  return {
    ...realm,
    clientId: client.clientId,
    secret: client.publicClient === true ? undefined : client.secret,
    redirectUri: chosen.redirectUri,
    origin: url.origin,
    host: url.hostname,
    port: Number(url.port),
    path: url.pathname,
    grants: grantsOf(client),
    saml: samlValues(client, realm.issuer),
  };
}
