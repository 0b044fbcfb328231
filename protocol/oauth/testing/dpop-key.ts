// For tests of this folder: a key pair that creates valid and invalid DPoP proofs.
import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { createUuid, sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { jwkThumbprint } from '#protocol/crypto/jwk-thumbprint.ts';
import { signJws } from '#protocol/crypto/jws.ts';

/** The request a proof is for, and deviations from a valid one. */
export interface ProofRequest {
  readonly htm: string;
  readonly htu: string;
  /** Seconds. */
  readonly iat: number;
  readonly accessToken?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

export interface TestDpopKey {
  readonly jwk: JsonWebKey;
  readonly jkt: string;
  readonly privateKey: KeyObject;
  prove(request: ProofRequest): Promise<string>;
}

/** A new P-256 key. */
export function createDpopKey(): TestDpopKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  return {
    jwk,
    jkt: jwkThumbprint(jwk),
    privateKey,
    prove({ htm, htu, iat, accessToken, claims, header }) {
      const ath = accessToken === undefined ? {} : { ath: sha256Base64Url(accessToken) };
      const key = { kid: 'unused', algorithm: 'ES256', key: privateKey };
      return signJws(
        key,
        { htm, htu, iat, jti: createUuid(), ...ath, ...claims },
        { typ: 'dpop+jwt', jwk, ...header },
      );
    },
  };
}
