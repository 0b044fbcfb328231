// Password hashes in the format of Keycloak exports: verifies every supported algorithm, creates one.
import { createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { createUuid } from './identifiers.ts';

const derive = promisify(pbkdf2);

/** Digests by Keycloak's algorithm ID. */
const PBKDF2_DIGESTS: Readonly<Record<string, string>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
};

/** Limits for computing hashes from imported data. */
const MAX_ITERATIONS = 10_000_000;
const MAX_MEMORY_KIB = 1024 * 1024;
/**
 * Passes times memory; Keycloak's default is 5 × 7168. Argon2 runs on the main thread and blocks all
 * requests.
 */
const MAX_ARGON2_WORK_KIB = 1024 * 1024;
const MAX_HASH_BYTES = 512;

/** Parameters of new hashes; see docs/decisions/0011-password-hashing.md. */
const OWN = { algorithm: 'pbkdf2-sha512', digest: 'sha512', iterations: 27_500, bytes: 64, saltBytes: 16 };

/** Provisional hashes of plain passwords in realm files: one round, so that 100,000 take about a second. */
const PROVISIONAL_BYTES = 32;

/** The marker in `additionalParameters`, whose values are lists of strings in Keycloak. */
const PROVISIONAL_MARKER = { name: 'understudy.hash', value: 'provisional' };

const PROVISIONAL_DATA = JSON.stringify({
  hashIterations: 1,
  algorithm: OWN.algorithm,
  additionalParameters: { [PROVISIONAL_MARKER.name]: [PROVISIONAL_MARKER.value] },
});

/** PBKDF2 appends the block number to the salt. RFC 8018 §5.2. */
const FIRST_BLOCK = Buffer.from([0, 0, 0, 1]);

/** A stored hash, parsed from a credential's two JSON strings. */
interface StoredHash {
  readonly algorithm: string;
  readonly iterations: number;
  readonly hash: Buffer;
  readonly salt: Buffer;
  readonly parameters: Readonly<Record<string, readonly string[]>>;
}

function parseJson(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // An unreadable credential never verifies: `readHash` finds its members missing.
    return {};
  }
}

function readHash(credential: CredentialRepresentation): StoredHash | undefined {
  const secret = parseJson(credential.secretData);
  const data = parseJson(credential.credentialData);
  const { value, salt } = secret;
  const { algorithm, hashIterations } = data;
  if (typeof value !== 'string' || typeof salt !== 'string' || typeof algorithm !== 'string')
    return undefined;
  const iterations = Number(hashIterations);
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > MAX_ITERATIONS) return undefined;
  const hash = Buffer.from(value, 'base64');
  if (hash.length < 4 || hash.length > MAX_HASH_BYTES) return undefined;
  const parameters = (data['additionalParameters'] ??
    data['algorithmData'] ??
    {}) as StoredHash['parameters'];
  return { algorithm, iterations, hash, salt: Buffer.from(salt, 'base64'), parameters };
}

async function compute(password: string, stored: StoredHash): Promise<Buffer | undefined> {
  const digest = PBKDF2_DIGESTS[stored.algorithm];
  if (digest !== undefined)
    return derive(password, stored.salt, stored.iterations, stored.hash.length, digest);
  return stored.algorithm === 'argon2' ? computeArgon2(password, stored) : undefined;
}

interface Argon2Settings {
  readonly variant: 'argon2id' | 'argon2i' | 'argon2d';
  readonly memorySize: number;
  readonly parallelism: number;
}

const ARGON2_VARIANTS: ReadonlyMap<string, Argon2Settings['variant']> = new Map([
  ['id', 'argon2id'],
  ['i', 'argon2i'],
  ['d', 'argon2d'],
]);

/** Undefined for settings that are invalid (minimums: RFC 9106 §3.1), unsupported or too expensive. */
function readArgon2Settings({ parameters, iterations, hash, salt }: StoredHash): Argon2Settings | undefined {
  const text = (name: string, otherwise: string): string => String(parameters[name]?.[0] ?? otherwise);
  const memorySize = Number(text('memory', '7168'));
  const parallelism = Number(text('parallelism', '1'));
  const variant = ARGON2_VARIANTS.get(text('type', 'id'));
  const inRange =
    Number.isInteger(memorySize) &&
    Number.isInteger(parallelism) &&
    parallelism >= 1 &&
    memorySize >= 8 * parallelism &&
    memorySize <= MAX_MEMORY_KIB &&
    memorySize * iterations <= MAX_ARGON2_WORK_KIB &&
    salt.length >= 8 &&
    hash.length >= 4;
  // hash-wasm only supports version 1.3; 1.0 was never Keycloak's default.
  if (!inRange || variant === undefined || text('version', '1.3') !== '1.3') return undefined;
  return { variant, memorySize, parallelism };
}

async function computeArgon2(password: string, stored: StoredHash): Promise<Buffer | undefined> {
  const settings = readArgon2Settings(stored);
  if (settings === undefined) return undefined;
  const { variant, ...sizes } = settings;
  // Loaded on first use: most realms have no such password.
  const argon2 = (await import('hash-wasm'))[variant];
  const bytes = await argon2({
    ...sizes,
    password,
    salt: stored.salt,
    iterations: stored.iterations,
    hashLength: stored.hash.length,
    outputType: 'binary',
  });
  return Buffer.from(bytes);
}

/** False when the password is wrong, or the credential malformed or of an unknown algorithm. */
export async function verifyPasswordHash(
  password: string,
  credential: CredentialRepresentation,
): Promise<boolean> {
  const stored = readHash(credential);
  const computed = stored === undefined || password === '' ? undefined : await compute(password, stored);
  return stored !== undefined && computed !== undefined && timingSafeEqual(computed, stored.hash);
}

/** The credential members that contain a hash. */
export type HashMembers = Readonly<Required<Pick<CredentialRepresentation, 'secretData' | 'credentialData'>>>;

/**
 * A one-round hash, computed synchronously; `credentialData` is marked, so that the first successful sign-in
 * replaces it. In Keycloak's format, which allows any number of rounds
 * (docs/decisions/0011-password-hashing.md).
 */
export function hashProvisionally(password: string): HashMembers {
  // 122 random bits from a buffer; randomBytes calls the system each time and costs five times as much.
  const salt = Buffer.from(createUuid().replaceAll('-', ''), 'hex');
  // PBKDF2 with one round and one block is one HMAC; node:crypto's pbkdf2Sync takes twice as long for it.
  const mac = createHmac(OWN.digest, password).update(salt).update(FIRST_BLOCK).digest();
  const value = mac.toString('base64', 0, PROVISIONAL_BYTES);
  return {
    secretData: `{"value":"${value}","salt":"${salt.toString('base64')}","additionalParameters":{}}`,
    credentialData: PROVISIONAL_DATA,
  };
}

/** Whether the credential is marked as created by {@link hashProvisionally}. */
export function isProvisionalHash({ credentialData }: CredentialRepresentation): boolean {
  if (credentialData === PROVISIONAL_DATA) return true;
  if (credentialData?.includes(PROVISIONAL_MARKER.name) !== true) return false;
  const parameters = parseJson(credentialData)['additionalParameters'];
  const marker = (parameters as Readonly<Record<string, unknown>> | null | undefined)?.[
    PROVISIONAL_MARKER.name
  ];
  return Array.isArray(marker) && marker[0] === PROVISIONAL_MARKER.value;
}

/** A credential in Keycloak's format, computed on the thread pool. `createdDate` is in epoch milliseconds. */
export async function hashPassword(password: string, createdDate: number): Promise<CredentialRepresentation> {
  const salt = randomBytes(OWN.saltBytes);
  const hash = await derive(password, salt, OWN.iterations, OWN.bytes, OWN.digest);
  return {
    id: createUuid(),
    type: 'password',
    createdDate,
    secretData: JSON.stringify({
      value: hash.toString('base64'),
      salt: salt.toString('base64'),
      additionalParameters: {},
    }),
    credentialData: JSON.stringify({
      hashIterations: OWN.iterations,
      algorithm: OWN.algorithm,
      additionalParameters: {},
    }),
  };
}
