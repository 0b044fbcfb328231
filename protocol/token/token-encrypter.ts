// Encrypts what a client wants encrypted: ID tokens, userinfo, authorization responses.
import {
  CONTENT_ENCRYPTION_ALGORITHMS,
  KEY_ENCRYPTION_ALGORITHMS,
} from '#protocol/contract/settings/algorithms.ts';
import { type EncryptionKey, encryptJwe } from '#protocol/crypto/jwe.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Client } from '#protocol/realm/view/realm.ts';

/** Where the public keys of clients come from. */
export interface ClientEncryptionKeys {
  /** The client's key for an algorithm (RFC 7518 §4.1); undefined when it publishes none. `now` is in milliseconds. */
  find(client: Client, algorithm: string, now: number): Promise<EncryptionKey | undefined>;
}

/** What may be encrypted: the beginning of the client attributes `….alg` and `….enc` (OIDC Registration §2). */
export type Encryptable =
  | 'id.token.encrypted.response'
  | 'user.info.encrypted.response'
  | 'authorization.encrypted.response';

/** Encrypts for clients. */
export interface TokenEncrypter {
  /**
   * The text encrypted for the client, or as it is where the client wants no encryption. `contentType` is `JWT` around a signed token.
   * @throws {OAuthError} `invalid_client` 400 naming the setting: an algorithm that is not offered, no key to encrypt for.
   */
  encrypt(
    client: Client,
    what: Encryptable,
    content: { readonly text: string; readonly contentType?: string },
    now: number,
  ): Promise<string>;
}

/** Compat: the content encryption where a client names none (OIDC Registration §2). */
const DEFAULT_ENC = 'A128CBC-HS256';

/** Whether the client wants a kind of answer encrypted. */
export function wantsEncryption({ attributes }: Client, what: Encryptable): boolean {
  return (attributes[`${what}.alg`] ?? '') !== '';
}

/** Makes the encrypter. */
export function createTokenEncrypter(keys: ClientEncryptionKeys): TokenEncrypter {
  return {
    async encrypt(client, what, { text, contentType }, now) {
      if (!wantsEncryption(client, what)) return text;
      const alg = readChoice(client, `${what}.alg`, '', KEY_ENCRYPTION_ALGORITHMS);
      const enc = readChoice(client, `${what}.enc`, DEFAULT_ENC, CONTENT_ENCRYPTION_ALGORITHMS);
      const key = await keys.find(client, alg, now);
      if (key === undefined) throw refuseKey(client, alg);
      try {
        return await encryptJwe(text, key, {
          alg,
          enc,
          ...(contentType === undefined ? {} : { contentType }),
        });
      } catch (cause) {
        throw refuseKey(client, alg, cause);
      }
    },
  };
}

function readChoice(client: Client, name: string, fallback: string, choices: readonly string[]): string {
  const value = client.attributes[name] || fallback;
  if (choices.includes(value)) return value;
  throw new OAuthError('invalid_client', {
    status: 400,
    description: 'Unsupported encryption algorithm',
    reason: `Attribute ${name} of client ${client.clientId} is "${value}".`,
    remedy: `Set attribute ${name} of client ${client.clientId} to one of ${choices.join(', ')}.`,
    section: 'RFC 7518 §4.1',
  });
}

function refuseKey(client: Client, alg: string, cause?: unknown): OAuthError {
  return new OAuthError('invalid_client', {
    status: 400,
    description: 'No key to encrypt for the client',
    reason: `Client ${client.clientId} requires encryption with ${alg} but has no matching public key.`,
    remedy: `Add a key with use enc to attribute jwks.string of client ${client.clientId}, or to the JWKS behind its jwks.url.`,
    section: 'OIDC Core §10.2',
    cause,
  });
}
