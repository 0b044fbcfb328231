// Finds a client's public keys: a JWKS in its attributes, a JWKS URL, a certificate or a public key.
import { createPublicKey, type JsonWebKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { VerificationKey } from '#protocol/crypto/jws.ts';
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { remember } from '#protocol/realm/view/remember.ts';
import { setupRequired } from './refusals.ts';
import type { FetchMdc, RemoteJwks } from './remote-jwks.ts';

/** Whose keys are requested: a client, or another party whose keys are described by the same attributes. */
export type KeyOwner = Pick<Client, 'clientId' | 'attributes'>;

export interface ClientKeys {
  /**
   * Keys that may have signed with `algorithm`; with a `kid`, only keys with that id or without one.
   * `now` is in milliseconds; `mdc` labels the log record of a failed fetch, by default with the client only.
   * @throws {OAuthError} 400 `unauthorized_client` when the client has no keys configured.
   */
  find(
    client: KeyOwner,
    kid: string | undefined,
    algorithm: string,
    now: number,
    mdc?: FetchMdc,
  ): Promise<readonly VerificationKey[]>;
  /** Whether a key is one of the client's, for any use. Parameters and errors as in `find`. */
  has(client: KeyOwner, key: KeyObject, now: number, mdc?: FetchMdc): Promise<boolean>;
}

interface PublicKey {
  readonly kid: string | undefined;
  /** The only algorithm the key may be used for, if the JWK names one. */
  readonly algorithm: string | undefined;
  readonly key: KeyObject;
}

const CURVE_OF: Readonly<Record<string, string>> = {
  ES256: 'prime256v1',
  ES384: 'secp384r1',
  ES512: 'secp521r1',
};

/** Whether a key's type suits an algorithm. RFC 7518 §3.1, RFC 8037 §3.1. */
function isSuitable(key: KeyObject, algorithm: string): boolean {
  if (algorithm.startsWith('RS') || algorithm.startsWith('PS')) return key.asymmetricKeyType === 'rsa';
  if (algorithm === 'EdDSA') return key.asymmetricKeyType === 'ed25519';
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === CURVE_OF[algorithm];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A JWK as a key; undefined for encryption keys and invalid ones. RFC 7517 §4. */
function readJwk(jwk: unknown): PublicKey | undefined {
  if (typeof jwk !== 'object' || jwk === null) return undefined;
  const { kid, alg, use } = jwk as Readonly<Record<string, unknown>>;
  if (use !== undefined && use !== 'sig') return undefined;
  try {
    // createPublicKey validates the object.
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    return { kid: textOf(kid), algorithm: textOf(alg), key };
  } catch {
    // One unusable key must not hide the others in its set.
    return undefined;
  }
}

/** The signing keys of a JWKS. */
export function readJwks(jwks: unknown): readonly PublicKey[] {
  return listJwks(jwks).flatMap((jwk) => readJwk(jwk) ?? []);
}

/** The members of a JWKS; empty if it is not a valid set. RFC 7517 §5. */
export function listJwks(document: unknown): readonly unknown[] {
  if (typeof document !== 'object' || document === null || !('keys' in document)) return [];
  return Array.isArray(document.keys) ? document.keys : [];
}

/** The JSON value of a text, unchecked; undefined if it is not JSON. */
export function parseJwks(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Same as an empty set: the refusal names the attribute.
    return undefined;
  }
}

/** A certificate or public key as Keycloak stores it: base64 of DER, with or without PEM lines. */
function readPem(text: string | undefined, label: 'CERTIFICATE' | 'PUBLIC KEY'): KeyObject | undefined {
  const base64 = (text ?? '').replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');
  const der = Buffer.from(base64, 'base64');
  try {
    return label === 'CERTIFICATE'
      ? new X509Certificate(der).publicKey
      : createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    // Missing or unreadable: the refusal names the attribute.
    return undefined;
  }
}

function readAttributes({ attributes }: KeyOwner): readonly PublicKey[] {
  const kid = textOf(attributes['jwt.credential.kid']);
  const pems = [
    readPem(attributes['jwt.credential.certificate'], 'CERTIFICATE'),
    readPem(attributes['jwt.credential.public.key'], 'PUBLIC KEY'),
  ];
  return [
    ...readJwks(parseJwks(attributes['jwks.string'] ?? '')),
    ...pems.flatMap((key) => (key === undefined ? [] : [{ kid, algorithm: undefined, key }])),
  ];
}

function select(
  keys: readonly PublicKey[],
  kid: string | undefined,
  algorithm: string,
): readonly VerificationKey[] {
  const suitable = keys.filter(
    (key) =>
      isSuitable(key.key, algorithm) &&
      (key.algorithm === undefined || key.algorithm === algorithm) &&
      (kid === undefined || key.kid === undefined || key.kid === kid),
  );
  return suitable.map((key) => ({ kid: key.kid ?? '', algorithm, key: key.key }));
}

/** Keys in attributes are parsed once per version of the client. */
export function createClientKeys(remote: RemoteJwks, log: Logger): ClientKeys {
  const known = new WeakMap<KeyOwner, readonly PublicKey[]>();
  const keysInAttributes = (client: KeyOwner): readonly PublicKey[] => {
    const keys = remember(known, client, () => readAttributes(client));
    if (keys.length === 0) throw keysMissing(client);
    return keys;
  };
  return {
    async find(client, kid, algorithm, now, mdc = clientOnly(client)) {
      const url = remoteUrl(client);
      if (url === undefined) return select(keysInAttributes(client), kid, algorithm);
      const keys = select(readJwks(await remote.load(url, now, mdc)), kid, algorithm);
      if (keys.length > 0) return keys;
      // The client may have rotated its keys after the set was fetched.
      log.debug('No matching key in the client JWKS, loading it again', { url });
      return select(readJwks(await remote.reload(url, now, mdc)), kid, algorithm);
    },
    async has(client, key, now, mdc = clientOnly(client)) {
      const isSame = (known: PublicKey): boolean => known.key.equals(key);
      const url = remoteUrl(client);
      if (url === undefined) return keysInAttributes(client).some(isSame);
      if (readJwks(await remote.load(url, now, mdc)).some(isSame)) return true;
      return readJwks(await remote.reload(url, now, mdc)).some(isSame);
    },
  };
}

function clientOnly({ clientId }: KeyOwner): FetchMdc {
  return () => ({ client: clientId });
}

function remoteUrl({ attributes }: KeyOwner): string | undefined {
  return attributes['use.jwks.url'] === 'true' ? textOf(attributes['jwks.url']) : undefined;
}

function keysMissing(client: KeyOwner): OAuthError {
  return setupRequired(
    `Client ${client.clientId} has no public key to check against.`,
    `Set attribute jwks.string with use.jwks.string true, jwks.url with use.jwks.url true, or jwt.credential.certificate of client ${client.clientId}.`,
  );
}
