// The key with which stand-ins sign ID tokens. Not one of the realm: settings decide what a stand-in signs.
import { generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { jwkThumbprint } from '#protocol/crypto/jwk-thumbprint.ts';

export interface StandInKey {
  readonly kid: string;
  readonly algorithm: 'RS256';
  /** The private key. */
  readonly key: KeyObject;
  readonly publicJwk: JsonWebKey;
}

let made: Promise<StandInKey> | undefined;

/** Made when it is first needed; lasts as long as the process. */
export function standInKey(): Promise<StandInKey> {
  made ??= makeKey();
  return made;
}

async function makeKey(): Promise<StandInKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = jwkThumbprint(jwk);
  return { kid, algorithm: 'RS256', key: privateKey, publicJwk: { ...jwk, kid, alg: 'RS256', use: 'sig' } };
}
