// Recovery codes: single-use codes for users without their authenticator, in the form of Keycloak's exports.
import { hash, timingSafeEqual } from 'node:crypto';
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import { isRecord } from '#protocol/contract/settings/kept.ts';
import { createTextOf, createUuid } from '#protocol/crypto/identifiers.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';

/** The type of the credential. */
export const RECOVERY_CODES = 'recovery-authn-codes';
/** The required action that sets codes up. */
export const CONFIGURE_RECOVERY_CODES = 'CONFIGURE_RECOVERY_AUTHN_CODES';

/** Compat: Keycloak's number, length and characters, without O and 0. About 61 bits. */
const COUNT = 12;
const LENGTH = 12;
const ALPHABET = 'ABCDEFGHIJKLMNPQRSTUVWXYZ123456789';

/** `RS512` is how Keycloak before 26.2 named the same hash. */
const ALGORITHM = 'SHA-512';
const KNOWN_ALGORITHMS: readonly unknown[] = [ALGORITHM, 'RS512', undefined, null];

interface StoredCode {
  /** Counted from 1. */
  readonly number: number;
  readonly hash: Buffer;
}

interface Codes {
  readonly total: number;
  /** Those that have not been used, the next one first. */
  readonly left: readonly StoredCode[];
}

/** New codes, without hyphens. */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: COUNT }, () => createTextOf(ALPHABET, LENGTH));
}

/** In groups of four characters, as users see and enter it. */
export function readableRecoveryCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? '';
}

const digestOf = (code: string): Buffer => hash('sha512', code, 'buffer');

function toCredential(
  base: CredentialRepresentation,
  left: readonly StoredCode[],
  total: number,
): CredentialRepresentation {
  const codes = left.map(({ number, hash: digest }) => ({
    number,
    encodedHashedValue: digest.toString('base64'),
  }));
  return {
    ...base,
    secretData: JSON.stringify({ codes }),
    credentialData: JSON.stringify({ algorithm: ALGORITHM, totalCodes: total, remainingCodes: left.length }),
  };
}

/** The credential with the hashes of these codes. `createdDate` is in milliseconds. */
export function createRecoveryCodesCredential(
  codes: readonly string[],
  { userLabel, createdDate }: { readonly userLabel: string; readonly createdDate: number },
): CredentialRepresentation {
  const left = codes.map((code, index) => ({ number: index + 1, hash: digestOf(code) }));
  return toCredential({ id: createUuid(), type: RECOVERY_CODES, userLabel, createdDate }, left, codes.length);
}

function parseObject(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isRecord(value) ? value : {};
  } catch {
    // Without codes, the credential accepts none.
    return {};
  }
}

/** Undefined for codes that cannot be read. */
function readCodes({ secretData, credentialData }: CredentialRepresentation): Codes | undefined {
  const { codes } = parseObject(secretData);
  const { algorithm, totalCodes } = parseObject(credentialData);
  if (!Array.isArray(codes) || !KNOWN_ALGORITHMS.includes(algorithm)) return undefined;
  const left = codes.flatMap((code: unknown, index): StoredCode[] => {
    const { number = index + 1, encodedHashedValue } = isRecord(code) ? code : {};
    const isReadable = typeof number === 'number' && typeof encodedHashedValue === 'string';
    return isReadable ? [{ number, hash: Buffer.from(encodedHashedValue, 'base64') }] : [];
  });
  if (left.length < codes.length) return undefined;
  const last = left.at(-1)?.number ?? 0;
  return { left, total: typeof totalCodes === 'number' ? totalCodes : last };
}

const isRecoveryCodes = ({ type }: CredentialRepresentation): boolean => type === RECOVERY_CODES;

function findCodes(user: StoredUser): Codes | undefined {
  const credential = user.credentials?.find(isRecoveryCodes);
  return credential === undefined ? undefined : readCodes(credential);
}

/** Whether the user has the credential, even if no code is left or it cannot be read. */
export function hasRecoveryCodes(user: StoredUser): boolean {
  return user.credentials?.some(isRecoveryCodes) === true;
}

/** The number of the code that is asked for; undefined if there is none. */
export function nextRecoveryCode(user: StoredUser): number | undefined {
  return findCodes(user)?.left[0]?.number;
}

/** How many codes there were at first; 0 for codes that cannot be read. */
export function countAllRecoveryCodes(user: StoredUser): number {
  return findCodes(user)?.total ?? 0;
}

/** How many codes the user has left; 0 for codes that cannot be read. */
export function countRecoveryCodes(user: StoredUser): number {
  return findCodes(user)?.left.length ?? 0;
}

function matches(input: string, { hash: expected }: StoredCode): boolean {
  const digest = digestOf(input.replaceAll('-', ''));
  return digest.length === expected.length && timingSafeEqual(digest, expected);
}

/**
 * Checks the user's next code and uses it up: of two equal ones sent at once, one is right. With the last code, the
 * credential ends and the required action is due again. Resolves to the user as stored then; undefined: wrong.
 */
export async function spendRecoveryCode(
  { users }: Pick<Store, 'users'>,
  realm: Realm,
  user: StoredUser,
  input: string,
): Promise<StoredUser | undefined> {
  let isRight = false;
  const updated = await users.update(realm.id, user.id, (current) => {
    const codes = findCodes(current);
    const [next, ...left] = codes?.left ?? [];
    if (codes === undefined || next === undefined || !matches(input, next)) return current;
    isRight = true;
    return withLeft(current, left, codes.total);
  });
  return isRight ? updated : undefined;
}

/** The user with the codes that are left; without any, with the required action. Only one list counts. */
function withLeft(user: StoredUser, left: readonly StoredCode[], total: number): StoredUser {
  const { credentials = [], requiredActions = [] } = user;
  const place = credentials.findIndex(isRecoveryCodes);
  const credential = credentials[place];
  if (credential === undefined) return user;
  if (left.length > 0)
    return { ...user, credentials: credentials.with(place, toCredential(credential, left, total)) };
  return {
    ...user,
    credentials: credentials.toSpliced(place, 1),
    requiredActions: [...new Set([...requiredActions, CONFIGURE_RECOVERY_CODES])],
  };
}

/** The user with these codes instead of earlier ones. */
export function withRecoveryCodes(user: StoredUser, credential: CredentialRepresentation): StoredUser {
  const others = (user.credentials ?? []).filter((each) => !isRecoveryCodes(each));
  return { ...user, credentials: [...others, credential] };
}
