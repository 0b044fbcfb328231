// SAML attributes of clients: their defaults, the signing key pair, and validation.
import { createHash } from 'node:crypto';
import type { Clock } from '#protocol/clock.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { PRIVATE_KEY_ATTRIBUTES, SAML_CLIENT_DEFAULTS } from '#protocol/contract/saml-client-attributes.ts';
import { findTextSettingProblem } from '#protocol/contract/settings/check-text.ts';
import { findSamlAttribute } from '#protocol/contract/settings/saml-client.ts';
import { createCertifiedKeyPair } from '#protocol/crypto/certified-key-pair.ts';
import { SERVER_FORMATS } from './server-formats.ts';

type Attributes = Readonly<Record<string, string | null | undefined>>;

/** Identifies the client in its artifacts: base64 of the SHA-1 of its clientId (SAML Bindings §3.6.4). */
export function artifactIdentifier(clientId: string): string {
  return createHash('sha1').update(clientId, 'utf8').digest('base64');
}

/** The attributes of a new SAML client. Given ones are kept. */
export function withSamlDefaults(
  clientId: string,
  attributes: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const identifier = { 'saml.artifact.binding.identifier': artifactIdentifier(clientId) };
  return { ...SAML_CLIENT_DEFAULTS, ...identifier, ...attributes };
}

/** Gives a SAML client that must sign and has no certificate a key pair, which installation files include. */
export async function withSamlSigningKey(
  client: ClientRepresentation,
  clock: Clock,
): Promise<ClientRepresentation> {
  const attributes = { ...SAML_CLIENT_DEFAULTS, ...client.attributes };
  const isComplete =
    client.protocol !== 'saml' ||
    attributes['saml.client.signature'] !== 'true' ||
    (attributes['saml.signing.certificate'] ?? '') !== '';
  if (isComplete) return client;
  const { certificate, privateKey } = await createCertifiedKeyPair(client.clientId, clock.now());
  return {
    ...client,
    attributes: {
      ...client.attributes,
      'saml.signing.certificate': certificate,
      'saml.signing.private.key': privateKey,
    },
  };
}

/** Updates the artifact identifier after a change of clientId, if it was derived from the old clientId. */
export function withFollowingIdentifier(
  before: ClientRepresentation,
  client: ClientRepresentation,
): ClientRepresentation {
  const name = 'saml.artifact.binding.identifier';
  const follows = client.attributes?.[name] === artifactIdentifier(before.clientId);
  if (!follows || client.clientId === before.clientId) return client;
  return { ...client, attributes: { ...client.attributes, [name]: artifactIdentifier(client.clientId) } };
}

/** Attributes without the private keys, with which a reader could act as the client. */
export function withoutPrivateKeys(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !PRIVATE_KEY_ATTRIBUTES.includes(name)),
  );
}

/** The first invalid attribute, as a sentence that names it. Empty ones are skipped (being removed). */
export function findSamlAttributeFault(attributes: Attributes): string | undefined {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === '') continue;
    const row = findSamlAttribute(name);
    const problem = row === undefined ? undefined : findTextSettingProblem(value, row.type, SERVER_FORMATS);
    if (problem !== undefined) return `attributes.${name} ${problem}`;
  }
  return undefined;
}
