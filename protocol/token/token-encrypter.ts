// Encrypts ID tokens, userinfo and authorization responses for clients that require it.
import {
  CONTENT_ENCRYPTION_ALGORITHMS,
  KEY_ENCRYPTION_ALGORITHMS,
} from '#protocol/contract/settings/algorithms.ts';
import { type EncryptionKey, encryptJwe } from '#protocol/crypto/jwe.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Client } from '#protocol/realm/view/realm.ts';

/** Looks up public keys of clients. */
export interface ClientEncryptionKeys {
  /** The client's key for an algorithm (RFC 7518 §4.1), if it publishes one. `now` is in milliseconds. */
  find(client: Client, algorithm: string, now: number): Promise<EncryptionKey | undefined>;
}

/** Prefixes of the client attributes `….alg` and `….enc` (OIDC Registration §2). */
export type Encryptable =
  | 'id.token.encrypted.response'
  | 'user.info.encrypted.response'
  | 'authorization.encrypted.response';

export interface TokenEncrypter {
  /**
   * The text encrypted for the client, or unchanged if the client does not require it. `contentType` is `JWT`
   * for a signed token. @throws {OAuthError} `invalid_client` 400 for a bad algorithm or a missing key.
   */
  encrypt(
    client: Client,
    what: Encryptable,
    content: { readonly text: string; readonly contentType?: string },
    now: number,
  ): Promise<string>;
}

/** Compat: default content encryption (OIDC Registration §2). */
const DEFAULT_ENC = 'A128CBC-HS256';

/** Whether the client requires encryption of a kind of response. */
export function wantsEncryption({ attributes }: Client, what: Encryptable): boolean {
  return (attributes[`${what}.alg`] ?? '') !== '';
}

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
