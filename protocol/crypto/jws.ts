// JSON Web Signatures in compact form: own writer and reader on node:crypto, for the hot path.
import {
  constants,
  createHmac,
  type KeyObject,
  type SignKeyObjectInput,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';

/** A key to sign with. */
export interface SigningKey {
  readonly kid: string;
  /** RFC 7518 §3.1, e.g. `RS256`. */
  readonly algorithm: string;
  readonly key: KeyObject;
}

/** A key to verify with: a public key, or the secret of an HMAC. */
export interface VerificationKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly key: KeyObject;
}

/** A JWS taken apart, not verified. */
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
  /** Types of keys that the algorithm is for, as node:crypto names them; for EC with the curve. */
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
  // RFC 9864 §2.2: the same signatures by a name that says the curve.
  ['Ed25519', { family: 'ed', keys: ['ed25519'], hash: undefined, parameters: {} }],
  ['EdDSA', { family: 'ed', keys: ['ed25519', 'ed448'], hash: undefined, parameters: {} }],
]);

/** Whether a key is of the kind that the algorithm wants, the curve included (RFC 7518 §3.4). */
function isForAlgorithm(key: KeyObject, { keys }: Algorithm): boolean {
  if (key.type === 'secret') return keys.includes('secret');
  const curve = key.asymmetricKeyDetails?.namedCurve;
  return keys.includes(`${key.asymmetricKeyType}${curve === undefined ? '' : ` ${curve}`}`);
}

/** Longest token that is looked at, in characters. */
const MAX_TOKEN_CHARACTERS = 64 * 1024;

function algorithmOf(name: string): Algorithm {
  const algorithm = ALGORITHMS.get(name);
  if (algorithm === undefined) throw new TypeError(`${name} is not a signature algorithm of ours`);
  return algorithm;
}

/** Whether a name is an algorithm that {@link signJws} and {@link verifyJws} know. */
export function isSignatureAlgorithm(name: string): boolean {
  return ALGORITHMS.has(name);
}

/** Headers are the same for every token of a key; their base64url is made once. */
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
 * Signs claims (RFC 7515 §5.1). RSA signs on the thread pool, so that the event loop stays free; the rest is faster done at once.
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
    // Not JSON: then it is not a JWS with claims, which is what the caller wants to know.
    return undefined;
  }
}

/** Takes a token apart without verifying it; undefined when it is no JWS in compact form whose payload is a JSON object (RFC 7519 §7.2). */
export function decodeJws(token: string): DecodedJws | undefined {
  if (token.length > MAX_TOKEN_CHARACTERS || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return undefined;
  const [headerPart = '', claimsPart = '', signaturePart = ''] = token.split('.');
  const header = parseObject(headerPart);
  const claims = parseObject(claimsPart);
  // RFC 7515 §4.1.11: no critical header parameter is understood here.
  if (header === undefined || claims === undefined || header['crit'] !== undefined) return undefined;
  return {
    header,
    claims,
    signingInput: token.slice(0, token.lastIndexOf('.')),
    signature: Buffer.from(signaturePart, 'base64url'),
  };
}

/**
 * Whether the signature is the key's. The key says which algorithm it is for; a token that names another is refused (RFC 8725 §3.1), and so is a
 * key of another kind than the algorithm wants.
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
