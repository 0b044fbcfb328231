// JSON Web Signatures in compact form: a custom implementation on node:crypto, for the hot path.
import {
  constants,
  createHmac,
  type KeyObject,
  type SignKeyObjectInput,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';

export interface SigningKey {
  readonly kid: string;
  /** RFC 7518 §3.1, e.g. `RS256`. */
  readonly algorithm: string;
  readonly key: KeyObject;
}

/** A key to verify with: a public key or an HMAC secret. */
export type VerificationKey = SigningKey;

/** A decoded JWS; not verified. */
export interface DecodedJws {
  readonly header: Readonly<Record<string, unknown>> & {
    readonly alg?: string;
    readonly kid?: string;
    readonly typ?: string;
  };
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signingInput: string;
  readonly signature: Buffer;
}

interface Algorithm {
  readonly family: 'hmac' | 'rsa' | 'ec' | 'ed';
  /** Suitable key types as node:crypto names them; for EC with the curve. */
  readonly keys: readonly string[];
  readonly hash: string | undefined;
  readonly parameters: Partial<SignKeyObjectInput>;
}

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
const pkcs1 = { padding: constants.RSA_PKCS1_PADDING };
const p1363 = { dsaEncoding: 'ieee-p1363' as const };

const CURVES: Readonly<Record<string, string>> = { 256: 'prime256v1', 384: 'secp384r1', 512: 'secp521r1' };

function algorithmsOf(bits: string): [string, Algorithm][] {
  const hash = `sha${bits}`;
  return [
    [`HS${bits}`, { family: 'hmac', keys: ['secret'], hash, parameters: {} }],
    [`RS${bits}`, { family: 'rsa', keys: ['rsa'], hash, parameters: pkcs1 }],
    [`PS${bits}`, { family: 'rsa', keys: ['rsa', 'rsa-pss'], hash, parameters: pss }],
    [`ES${bits}`, { family: 'ec', keys: [`ec ${CURVES[bits]}`], hash, parameters: p1363 }],
  ];
}

const SIZES = ['256', '384', '512'];

/** RFC 7518 §3.1, RFC 8037 §3.1, RFC 9864 §2.2. */
const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ...SIZES.flatMap(algorithmsOf),
  // RFC 9864 §2.2: the same signature under a name that includes the curve.
  ['Ed25519', { family: 'ed', keys: ['ed25519'], hash: undefined, parameters: {} }],
  ['EdDSA', { family: 'ed', keys: ['ed25519', 'ed448'], hash: undefined, parameters: {} }],
]);

/** Whether a key has the type and curve that the algorithm requires (RFC 7518 §3.4). */
function isForAlgorithm(key: KeyObject, { keys }: Algorithm): boolean {
  if (key.type === 'secret') return keys.includes('secret');
  const curve = key.asymmetricKeyDetails?.namedCurve;
  return keys.includes(`${key.asymmetricKeyType}${curve === undefined ? '' : ` ${curve}`}`);
}

/** Longer tokens, in characters, are not decoded. */
const MAX_TOKEN_CHARACTERS = 64 * 1024;

function algorithmOf(name: string): Algorithm {
  const algorithm = ALGORITHMS.get(name);
  if (algorithm === undefined) throw new TypeError(`${name} is not a supported signature algorithm`);
  return algorithm;
}

/** Whether {@link signJws} and {@link verifyJws} support the algorithm. */
export function isSignatureAlgorithm(name: string): boolean {
  return ALGORITHMS.has(name);
}

/** Cache: tokens of the same key share their headers. */
const headerTexts = new WeakMap<SigningKey, Map<string, string>>();

function headerText(key: SigningKey, headers: Readonly<Record<string, unknown>>): string {
  const texts = headerTexts.get(key) ?? new Map<string, string>();
  headerTexts.set(key, texts);
  const cacheKey = JSON.stringify(headers);
  const known = texts.get(cacheKey);
  if (known !== undefined) return known;
  const text = Buffer.from(
    JSON.stringify({ alg: key.algorithm, typ: 'JWT', kid: key.kid, ...headers }),
  ).toString('base64url');
  if (texts.size < 16) texts.set(cacheKey, text);
  return text;
}

/**
 * RFC 7515 §5.1. RSA signs on the thread pool, to keep the event loop free; other algorithms are faster when
 * done synchronously.
 * @throws {TypeError} for an unknown algorithm.
 */
export async function signJws(
  key: SigningKey,
  claims: object,
  headers: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const algorithm = algorithmOf(key.algorithm);
  const input = `${headerText(key, headers)}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const signature = await signBytes(algorithm, Buffer.from(input), key.key);
  return `${input}.${signature.toString('base64url')}`;
}

function signBytes(algorithm: Algorithm, input: Buffer, key: KeyObject): Buffer | Promise<Buffer> {
  if (algorithm.family === 'hmac')
    return createHmac(algorithm.hash ?? '', key)
      .update(input)
      .digest();
  const options = { key, ...algorithm.parameters };
  if (algorithm.family !== 'rsa') return sign(algorithm.hash ?? null, input, options);
  return new Promise((resolve, reject) => {
    sign(algorithm.hash ?? null, input, options, (error, signature) =>
      error === null ? resolve(signature) : reject(error),
    );
  });
}

function parseObject(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    // Not JSON, so not a JWS with claims.
    return undefined;
  }
}

/** Header parameters that are strings. RFC 7515 §4.1. */
const TEXTS = ['alg', 'kid', 'typ'] as const;

/**
 * Decodes without verifying; undefined unless a compact JWS with a JSON object as payload (RFC 7519 §7.2).
 */
export function decodeJws(token: string): DecodedJws | undefined {
  if (token.length > MAX_TOKEN_CHARACTERS || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return undefined;
  const [headerPart = '', claimsPart = '', signaturePart = ''] = token.split('.');
  const header = parseObject(headerPart);
  const claims = parseObject(claimsPart);
  // RFC 7515 §4.1.11: no critical header parameters are supported.
  if (header === undefined || claims === undefined || header['crit'] !== undefined) return undefined;
  if (!TEXTS.every((name) => header[name] === undefined || typeof header[name] === 'string'))
    return undefined;
  return {
    header,
    claims,
    signingInput: token.slice(0, token.lastIndexOf('.')),
    signature: Buffer.from(signaturePart, 'base64url'),
  };
}

/**
 * Verifies the signature. The key determines the algorithm; a token that names another is rejected (RFC 8725
 * §3.1), as is a key of the wrong type for the algorithm.
 */
export function verifyJws(decoded: DecodedJws, key: VerificationKey): boolean {
  const algorithm = ALGORITHMS.get(key.algorithm);
  if (algorithm === undefined || decoded.header.alg !== key.algorithm) return false;
  if (!isForAlgorithm(key.key, algorithm)) return false;
  const input = Buffer.from(decoded.signingInput);
  if (algorithm.family === 'hmac') {
    const expected = createHmac(algorithm.hash ?? '', key.key)
      .update(input)
      .digest();
    return expected.length === decoded.signature.length && timingSafeEqual(expected, decoded.signature);
  }
  return verify(algorithm.hash ?? null, input, { key: key.key, ...algorithm.parameters }, decoded.signature);
}
