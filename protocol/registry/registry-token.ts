// Issues the tokens that a container registry accepts.
import type { KeyObject } from 'node:crypto';
import { nowInSeconds } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { type SigningKey, signJws } from '#protocol/crypto/jws.ts';
import { libtrustKeyId } from '#protocol/crypto/libtrust-key-id.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';
import type { AccessEntryWire } from './registry-scope.ts';

/** Distribution token specification, Token response fields. */
export interface RegistryTokenWire {
  readonly token: string;
  /** The same token, for OAuth 2.0 clients. */
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  /** RFC 3339, UTC. */
  readonly issued_at: string;
}

/** Header members that identify the key. */
interface KeyHeader {
  readonly kid: string;
  readonly x5c?: readonly string[];
}

const keyHeaders = new WeakMap<KeyObject, KeyHeader>();

/** Registries find the key by identifier (version 2) or certificate (version 3); both accept the latter. */
async function headerOf(keys: RealmKeys, realmName: string, { key, kid }: SigningKey): Promise<KeyHeader> {
  const known = keyHeaders.get(key);
  if (known !== undefined) return known;
  const certificate = (await keys.list(realmName)).find((each) => each.kid === kid)?.certificate;
  const header = { kid: libtrustKeyId(key), ...(certificate === undefined ? {} : { x5c: [certificate] }) };
  keyHeaders.set(key, header);
  return header;
}

/**
 * Signs with RS256, for the lifetime of access tokens. Distribution token JWT specification. Choice: the
 * header also has the certificate (docs/differences-to-keycloak.md, "Key of registry tokens").
 */
export async function issueRegistryToken(
  keys: RealmKeys,
  { realm, issuer, clock }: IssueContext,
  grant: { readonly client: Client; readonly user: StoredUser; readonly access: readonly AccessEntryWire[] },
): Promise<RegistryTokenWire> {
  const key = await keys.signingKey(realm.name, 'RS256');
  const now = nowInSeconds(clock);
  const lifetime = realm.lifespans.accessToken;
  const claims = {
    jti: createUuid(),
    iss: issuer,
    sub: grant.user.username,
    aud: grant.client.clientId,
    azp: grant.client.clientId,
    typ: 'Bearer',
    iat: now,
    nbf: now,
    exp: now + lifetime,
    access: grant.access,
  };
  const token = await signJws(key, claims, { ...(await headerOf(keys, realm.name, key)) });
  return {
    token,
    access_token: token,
    expires_in: lifetime,
    issued_at: new Date(now * 1000).toISOString().replace(/\.\d+Z$/, 'Z'),
  };
}
