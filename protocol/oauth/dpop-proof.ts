// DPoP proofs: a request proves possession of the key that its tokens are bound to (RFC 9449 §4).

import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { nowInSeconds } from '#protocol/clock.ts';
import { KEY_PAIR_ALGORITHMS } from '#protocol/contract/settings/algorithms.ts';
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { jwkThumbprint } from '#protocol/crypto/jwk-thumbprint.ts';
import { type DecodedJws, decodeJws, isSignatureAlgorithm, verifyJws } from '#protocol/crypto/jws.ts';
import { type OAuthError, refusing } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { ExpiringStore, RealmValue } from '#protocol/store/store.ts';

/** Signature algorithms for proofs (RFC 9449 §5.1). */
export const DPOP_ALGORITHMS: readonly string[] = [...KEY_PAIR_ALGORITHMS, 'Ed25519'];

/** Maximum age of a proof, in seconds. Compat: as in Keycloak. */
const LIFETIME_SECONDS = 10;
/** Tolerated difference between the client's and the server's clock, in seconds. */
const CLOCK_SKEW_SECONDS = 15;
const MAX_JTI_CHARACTERS = 512;

export interface DpopKey {
  /** Thumbprint of the public key (RFC 7638). */
  readonly jkt: string;
}

/** Checks proofs; each is single-use. */
export interface DpopProofs {
  /**
   * Resolves to the key of the proof, or undefined without a DPoP header. If `accessToken` is given, `ath` must
   * match it.
   * @throws {OAuthError} `invalid_dpop_proof` 400.
   */
  check(exchange: RealmExchange, accessToken?: string): Promise<DpopKey | undefined>;
}

const refuse = refusing('invalid_dpop_proof', { section: 'RFC 9449 §4.3' });

/** The error for a missing proof where one is required. */
export function refuseMissingProof(reason: string, remedy: string): OAuthError {
  return refuse('DPoP proof is missing', reason, remedy);
}

/** `used` holds proofs for as long as they could be replayed. */
export function createDpopProofs(used: ExpiringStore<RealmValue>): DpopProofs {
  return {
    async check(exchange, accessToken) {
      const header = exchange.headers['dpop'];
      if (header === undefined) return undefined;
      const proof = decodeJws(String(header));
      if (proof === undefined)
        throw refuse(
          'DPoP header verification failure',
          'The header DPoP is not one signed JWT.',
          'Send one proof.',
        );
      const jwk = checkHeader(proof);
      checkSignature(proof, jwk);
      checkTarget(exchange, proof.claims);
      checkAccessToken(proof.claims, accessToken);
      await checkFresh(exchange, proof.claims, used);
      return { jkt: jwkThumbprint(jwk) };
    },
  };
}

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'];

function checkHeader({ header }: DecodedJws): JsonWebKey {
  const { typ, alg, jwk } = header as Readonly<Record<string, unknown>>;
  if (typeof typ !== 'string' || typ.toLowerCase() !== 'dpop+jwt')
    throw refuse(
      'Invalid or missing type in DPoP header',
      `typ is "${String(typ)}".`,
      'Set typ of the proof to dpop+jwt.',
    );
  if (typeof alg !== 'string' || !DPOP_ALGORITHMS.includes(alg))
    throw refuse(
      'Unsupported DPoP algorithm',
      `alg is "${String(alg)}".`,
      `Sign the proof with one of ${DPOP_ALGORITHMS.join(', ')}.`,
    );
  if (typeof jwk !== 'object' || jwk === null)
    throw refuse(
      'No JWK in DPoP header',
      'The proof has no public key in jwk.',
      'Put the public key into the header jwk.',
    );
  if (PRIVATE_MEMBERS.some((member) => Object.hasOwn(jwk, member)))
    throw refuse(
      'Private key is present in DPoP header',
      'The header jwk contains a private or symmetric key.',
      'Send only the public key, and create a new key pair: this one is exposed.',
    );
  return jwk as JsonWebKey;
}

function checkSignature(proof: DecodedJws, jwk: JsonWebKey): void {
  const algorithm = proof.header.alg ?? '';
  const key = readKey(jwk);
  if (key !== undefined && isSignatureAlgorithm(algorithm) && verifyJws(proof, { kid: '', algorithm, key }))
    return;
  throw refuse(
    'DPoP verification failure',
    `The key in jwk did not make this ${algorithm} signature.`,
    'Sign the proof with the private key whose public key is in jwk.',
  );
}

function readKey(jwk: JsonWebKey): KeyObject | undefined {
  try {
    jwkThumbprint(jwk);
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    // Not a key, so no signature verifies, which is what the error reports.
    return undefined;
  }
}

type Claims = DecodedJws['claims'];

/** RFC 9449 §4.3: the request's method, and its URL without query and fragment. */
function checkTarget(
  { method, path, baseUrl, backchannelBaseUrl }: RealmExchange,
  { htm, htu }: Claims,
): void {
  if (htm !== method)
    throw refuse(
      'DPoP HTTP method mismatch',
      `htm is "${String(htm)}".`,
      `Set htm of the proof to ${method}.`,
    );
  const sent = addressOf(String(htu));
  const own = [baseUrl, backchannelBaseUrl].map((base) => `${base}${path}`);
  if (sent !== undefined && own.some((address) => addressOf(address) === sent)) return;
  throw refuse('DPoP HTTP URL mismatch', `htu is "${String(htu)}".`, `Set htu of the proof to ${own[0]}.`);
}

function addressOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}

function checkAccessToken({ ath }: Claims, accessToken: string | undefined): void {
  if (accessToken === undefined || ath === sha256Base64Url(accessToken)) return;
  throw refuse(
    'DPoP proof access token hash mismatch',
    ath === undefined ? 'The proof has no ath.' : 'ath is the hash of another token.',
    'Set ath to the base64url of the SHA-256 of the access token.',
  );
}

/** RFC 9449 §11.1: a proof is short-lived and single-use. */
async function checkFresh(
  { realm, clock }: RealmExchange,
  { jti, iat, htm, htu }: Claims,
  used: ExpiringStore<RealmValue>,
): Promise<void> {
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_CHARACTERS)
    throw refuse(
      'DPoP mandatory claims are missing',
      'The proof has no usable jti.',
      'Give every proof a unique jti.',
    );
  const now = nowInSeconds(clock);
  if (
    typeof iat !== 'number' ||
    iat > now + CLOCK_SKEW_SECONDS ||
    iat + LIFETIME_SECONDS + CLOCK_SKEW_SECONDS <= now
  )
    throw refuse(
      'DPoP proof is not active',
      `iat is ${String(iat)}, the time of realm ${realm.name} is ${now}.`,
      "Create a new proof for each request, and check the clocks; the realm's may have been changed.",
    );
  const id = sha256Base64Url(JSON.stringify([htm, htu, jti]));
  // The client may send fractions of a second.
  const until = Math.ceil((iat + LIFETIME_SECONDS + CLOCK_SKEW_SECONDS) * 1000);
  if (!(await used.add(id, { realmId: realm.id }, until, clock.now())))
    throw refuse(
      'DPoP proof has already been used',
      `A proof with jti "${jti}" was already used.`,
      'Create a new proof for each request.',
    );
}
