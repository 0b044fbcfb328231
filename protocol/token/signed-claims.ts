// Responses as JWTs: userinfo, introspection, and authorization responses (JARM).
import { nowInSeconds } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { signJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { Claims } from './mappers/mapper.ts';
import { signatureAlgorithm } from './signature-algorithms.ts';
import { type TokenEncrypter, wantsEncryption } from './token-encrypter.ts';
import type { IssueContext } from './token-issuer.ts';

export interface SignedClaims {
  /**
   * Userinfo as a JWT, signed or encrypted or both; undefined for plain JSON (OIDC Core §5.3.2).
   * @throws {OAuthError} `invalid_client` 400 for an unsupported setting.
   */
  userInfo(context: IssueContext, client: Client, claims: Claims): Promise<string | undefined>;
  /** An introspection response as a JWT for the requesting client (RFC 9701 §5). */
  introspection(context: IssueContext, client: Client, answer: Claims): Promise<string>;
  /**
   * An authorization response as a JWT, signed and optionally encrypted (JARM §2.1).
   * @throws {OAuthError} as `userInfo`.
   */
  authorizationResponse(
    context: IssueContext,
    client: Client,
    parameters: Readonly<Record<string, string>>,
  ): Promise<string>;
  /** An access token with other claims, signed like the client's access tokens. */
  accessToken(context: IssueContext, client: Client, claims: Claims): Promise<string>;
}

const SIGNATURE = 'user.info.response.signature.alg';
const ENCRYPTION = 'user.info.encrypted.response';
const RESPONSE_ENCRYPTION = 'authorization.encrypted.response';

/** Whether the client requires signed userinfo; `none` and `any` mean plain. */
function wantsSignature({ attributes }: Client): boolean {
  return !['', 'none', 'any'].includes(attributes[SIGNATURE] ?? '');
}

function issuedTo({ clientId }: Client, { issuer, clock }: IssueContext): Claims {
  return { iss: issuer, aud: clientId, iat: nowInSeconds(clock) };
}

export function createSignedClaims(keys: RealmKeys, encrypter: TokenEncrypter): SignedClaims {
  return {
    async userInfo(context, client, claims) {
      const isSigned = wantsSignature(client);
      if (!isSigned && !wantsEncryption(client, ENCRYPTION)) return undefined;
      const { realm, clock } = context;
      if (!isSigned)
        return encrypter.encrypt(client, ENCRYPTION, { text: JSON.stringify(claims) }, clock.now());
      const key = await keys.signingKey(realm.name, signatureAlgorithm(realm, client, SIGNATURE));
      const text = await signJws(key, { ...claims, ...issuedTo(client, context), jti: createUuid() });
      return encrypter.encrypt(client, ENCRYPTION, { text, contentType: 'JWT' }, clock.now());
    },
    async introspection(context, client, answer) {
      const { realm } = context;
      const key = await keys.signingKey(realm.name, realm.signatureAlgorithm);
      const claims = { ...issuedTo(client, context), token_introspection: answer };
      return signJws(key, claims, { typ: 'token-introspection+jwt' });
    },
    async authorizationResponse({ realm, issuer, clock }, client, parameters) {
      const algorithm = signatureAlgorithm(realm, client, 'authorization.signed.response.alg');
      // Compat: valid as long as a code.
      const exp = nowInSeconds(clock) + realm.lifespans.accessCode;
      const claims = { ...parameters, iss: issuer, aud: client.clientId, exp };
      const text = await signJws(await keys.signingKey(realm.name, algorithm), claims);
      return encrypter.encrypt(client, RESPONSE_ENCRYPTION, { text, contentType: 'JWT' }, clock.now());
    },
    async accessToken({ realm }, client, claims) {
      const algorithm = signatureAlgorithm(realm, client, 'access.token.signed.response.alg');
      return signJws(await keys.signingKey(realm.name, algorithm), claims);
    },
  };
}
