// One-time codes: reads exported credentials, checks codes, creates credentials by the realm's OTP policy.
import type { CredentialRepresentation } from '#protocol/contract/realm-representation.ts';
import {
  createAlphanumericText,
  createUuid,
  equalsInConstantTime,
  sha256Base64Url,
} from '#protocol/crypto/identifiers.ts';
import {
  computeOneTimePassword,
  decodeBase32,
  encodeBase32,
  isOtpAlgorithm,
} from '#protocol/crypto/one-time-password.ts';
import type { ExpiringStore, RealmValue, Store, StoredUser } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';

interface CodeSettings {
  readonly isTimeBased: boolean;
  readonly algorithm: string;
  readonly digits: number;
  /** Seconds; for time-based codes. */
  readonly period: number;
}

/** The realm's `otpPolicy…` settings with Keycloak's defaults filled in. */
export interface OtpPolicy extends CodeSettings {
  readonly initialCounter: number;
  /** How many codes before and after the expected one are accepted. */
  readonly window: number;
  readonly isReusable: boolean;
}

/** A parsed one-time-code credential. */
interface OtpCredential extends CodeSettings {
  readonly id: string;
  readonly label: string;
  readonly secret: Buffer;
  readonly counter: number;
}

/** Limits of the realm's settings. */
const MAX_WINDOW = 100;
const DIGITS = { least: 4, most: 10 };

function within(value: number | undefined, least: number, most: number, otherwise: number): number {
  return value !== undefined && Number.isInteger(value) && value >= least && value <= most
    ? value
    : otherwise;
}

export function otpPolicyOf({ stored }: Realm): OtpPolicy {
  const algorithm = stored.otpPolicyAlgorithm ?? '';
  return {
    isTimeBased: stored.otpPolicyType !== 'hotp',
    algorithm: isOtpAlgorithm(algorithm) ? algorithm : 'HmacSHA1',
    digits: within(stored.otpPolicyDigits, DIGITS.least, DIGITS.most, 6),
    period: within(stored.otpPolicyPeriod, 1, 86_400, 30),
    initialCounter: within(stored.otpPolicyInitialCounter, 0, Number.MAX_SAFE_INTEGER, 0),
    window: within(stored.otpPolicyLookAheadWindow, 0, MAX_WINDOW, 1),
    isReusable: stored.otpPolicyCodeReusable ?? false,
  };
}

function parseJson(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // `readCredential` finds the members missing, so a malformed credential accepts no code.
    return {};
  }
}

function numberOf(value: unknown): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** Undefined for a malformed credential or an unknown algorithm. */
function readCredential(credential: CredentialRepresentation): OtpCredential | undefined {
  const { value } = parseJson(credential.secretData);
  const data = parseJson(credential.credentialData);
  const algorithm = String(data['algorithm'] ?? 'HmacSHA1');
  const { subType, secretEncoding } = data;
  const digits = within(numberOf(data['digits']), DIGITS.least, DIGITS.most, 0);
  const counter = within(numberOf(data['counter'] ?? 0), 0, Number.MAX_SAFE_INTEGER, -1);
  if (typeof value !== 'string' || value === '' || !isOtpAlgorithm(algorithm)) return undefined;
  if (digits === 0 || counter < 0 || (subType !== 'totp' && subType !== 'hotp')) return undefined;
  // Compat: without an encoding, the text itself is the secret.
  const secret = secretEncoding === 'BASE32' ? decodeBase32(value) : Buffer.from(value, 'utf8');
  if (secret === undefined || secret.length === 0) return undefined;
  const period = within(numberOf(data['period']), 1, 86_400, 30);
  return {
    id: credential.id ?? value,
    label: credential.userLabel ?? '',
    secret,
    isTimeBased: subType === 'totp',
    algorithm,
    digits,
    period,
    counter,
  };
}

function otpCredentialsOf(user: StoredUser): readonly OtpCredential[] {
  return (user.credentials ?? []).flatMap((credential) => {
    const read = credential.type === 'otp' ? readCredential(credential) : undefined;
    return read === undefined ? [] : [read];
  });
}

export function hasOneTimeCodes(user: StoredUser): boolean {
  return user.credentials?.some((credential) => credential.type === 'otp') === true;
}

/** A device as the user chooses it. */
export interface OtpDevice {
  readonly id: string;
  readonly label: string;
}

/** Of a device without an ID, its place among the user's devices. */
const deviceId = ({ id }: CredentialRepresentation, place: number): string => id ?? `#${place}`;

const devicesOf = (user: StoredUser): readonly CredentialRepresentation[] =>
  (user.credentials ?? []).filter(({ type }) => type === 'otp');

/** All devices of the user, malformed ones included. */
export function listOtpDevices(user: StoredUser): readonly OtpDevice[] {
  return devicesOf(user).map((credential, place) => ({
    id: deviceId(credential, place),
    label: credential.userLabel ?? '',
  }));
}

/** The user without the device of this ID. */
export function withoutOtpDevice(user: StoredUser, id: string): StoredUser {
  const removed = devicesOf(user).find((credential, place) => deviceId(credential, place) === id);
  return { ...user, credentials: (user.credentials ?? []).filter((credential) => credential !== removed) };
}

/** The user without any device. */
export function withoutOtpDevices(user: StoredUser): StoredUser {
  return { ...user, credentials: (user.credentials ?? []).filter(({ type }) => type !== 'otp') };
}

/** The counter within the window that gives this code, if any. */
function matchCounter(
  credential: OtpCredential,
  code: string,
  window: number,
  now: number,
): number | undefined {
  const expected = credential.isTimeBased ? Math.floor(now / 1000 / credential.period) : credential.counter;
  const first = credential.isTimeBased ? Math.max(0, expected - window) : expected;
  for (let counter = first; counter <= expected + window; counter += 1) {
    if (equalsInConstantTime(computeOneTimePassword(credential.secret, counter, credential), code))
      return counter;
  }
  return undefined;
}

type CodeCheck = 'right' | 'wrong' | 'used before';

export interface OneTimeCodes {
  /**
   * Checks a code against all of the user's devices at `now` (milliseconds). A correct code is used up,
   * unless the realm allows reuse of time-based codes. RFC 6238 §5.2, RFC 4226 §7.2.
   */
  check(realm: Realm, user: StoredUser, code: string, now: number): Promise<CodeCheck>;
  /**
   * A code that `check` would accept at `now` (milliseconds), which uses nothing up: the current one, or after its use
   * another one within the realm's window. Undefined if all of them have been used.
   */
  findUnused(realm: Realm, user: StoredUser, now: number): Promise<string | undefined>;
  /** What the user's devices show at `now` (milliseconds), in the order of the credentials; malformed ones show nothing. */
  listShown(realm: Realm, user: StoredUser, now: number): Promise<readonly ShownCode[]>;
}

/** A code on a device. */
interface ShownCode {
  readonly code: string;
  readonly isTimeBased: boolean;
  readonly label: string;
  readonly credentialId: string;
  /** When a time-based code changes, in milliseconds. */
  readonly expiresAt: number | undefined;
  /** Whether the realm refuses the code because it was used. */
  readonly isUsed: boolean;
}

export function createOneTimeCodes(store: Pick<Store, 'users' | 'createExpiringStore'>): OneTimeCodes {
  const used: ExpiringStore<RealmValue> = store.createExpiringStore<RealmValue>('used-one-time-code');
  /** Whether the realm refuses a time-based code because it was used. */
  const isSpent = async (code: DeviceCode, now: number): Promise<boolean> =>
    code.credential.isTimeBased &&
    !otpPolicyOf(code.realm).isReusable &&
    (await used.find(code.realm.id, keyOfCode(code), now)) !== undefined;
  const spend = async (
    code: DeviceCode,
    { isReusable, window }: OtpPolicy,
    now: number,
  ): Promise<CodeCheck> => {
    if (isReusable) return 'right';
    const until = now + (2 * window + 2) * code.credential.period * 1000;
    const isFirst = await used.add(keyOfCode(code), { realmId: code.realm.id }, until, now);
    return isFirst ? 'right' : 'used before';
  };
  return {
    async check(realm, user, code, now) {
      const policy = otpPolicyOf(realm);
      for (const credential of otpCredentialsOf(user)) {
        const counter = matchCounter(credential, code, policy.window, now);
        if (counter === undefined) continue;
        return credential.isTimeBased
          ? spend({ realm, user, credential, counter }, policy, now)
          : moveCounter(store, realm, user, credential, counter);
      }
      return 'wrong';
    },
    async findUnused(realm, user, now) {
      const { window } = otpPolicyOf(realm);
      for (const credential of otpCredentialsOf(user)) {
        for (const counter of listCounters(credential, window, now)) {
          if (!(await isSpent({ realm, user, credential, counter }, now)))
            return computeOneTimePassword(credential.secret, counter, credential);
        }
      }
      return undefined;
    },
    listShown: (realm, user, now) =>
      Promise.all(
        otpCredentialsOf(user).map(async (credential) => {
          const { isTimeBased, label, id: credentialId, period } = credential;
          const counter = isTimeBased ? Math.floor(now / 1000 / period) : credential.counter;
          return {
            code: computeOneTimePassword(credential.secret, counter, credential),
            isTimeBased,
            label,
            credentialId,
            expiresAt: isTimeBased ? (counter + 1) * period * 1000 : undefined,
            isUsed: await isSpent({ realm, user, credential, counter }, now),
          };
        }),
      ),
  };
}

/** A code of a device. */
interface DeviceCode {
  readonly realm: Realm;
  readonly user: StoredUser;
  readonly credential: OtpCredential;
  readonly counter: number;
}

/** The counters of accepted codes: the current one, then later ones, then earlier ones. */
function listCounters(credential: OtpCredential, window: number, now: number): readonly number[] {
  const { isTimeBased, period, counter } = credential;
  const current = isTimeBased ? Math.floor(now / 1000 / period) : counter;
  const steps = Array.from({ length: window }, (_step, index) => index + 1);
  const earlier = isTimeBased ? steps.map((step) => current - step).filter((each) => each >= 0) : [];
  return [current, ...steps.map((step) => current + step), ...earlier];
}

/** Hashed, because a credential without an ID is known by its secret. */
function keyOfCode({ user, credential, counter }: DeviceCode): string {
  return sha256Base64Url(`${user.id} ${credential.id} ${counter}`);
}

/** Stores the next counter. Of two equal codes sent at once, the second finds the counter already moved. */
async function moveCounter(
  store: Pick<Store, 'users'>,
  realm: Realm,
  user: StoredUser,
  { id }: OtpCredential,
  counter: number,
): Promise<CodeCheck> {
  let isMoved = false;
  await store.users.update(realm.id, user.id, (current) => ({
    ...current,
    credentials: (current.credentials ?? []).map((credential) => {
      const known = credential.type === 'otp' ? readCredential(credential) : undefined;
      if (known === undefined || known.id !== id || known.counter > counter) return credential;
      isMoved = true;
      const data = { ...parseJson(credential.credentialData), counter: counter + 1 };
      return { ...credential, credentialData: JSON.stringify(data) };
    }),
  }));
  return isMoved ? 'right' : 'used before';
}

/** A new secret of 20 letters and digits, about 119 bits. Compat: the form in Keycloak's exports. */
export function createOtpSecret(): string {
  return createAlphanumericText(20);
}

/** The secret in base32, as authenticator apps expect it. */
export function encodeOtpSecret(secret: string): string {
  return encodeBase32(Buffer.from(secret, 'utf8'));
}

/** The credential of a new device in Keycloak's form. `createdDate` is in milliseconds. */
export function createOtpCredential(
  realm: Realm,
  secret: string,
  device: { readonly userLabel: string; readonly createdDate: number; readonly counter?: number },
): CredentialRepresentation {
  const { isTimeBased, algorithm, digits, period, initialCounter } = otpPolicyOf(realm);
  const counter = device.counter ?? initialCounter;
  const subType = isTimeBased ? 'totp' : 'hotp';
  return {
    id: createUuid(),
    type: 'otp',
    userLabel: device.userLabel,
    createdDate: device.createdDate,
    secretData: JSON.stringify({ value: secret }),
    credentialData: JSON.stringify({ subType, digits, counter, period, algorithm }),
  };
}

/** The counter of a code made with a new secret; undefined if the code is wrong. */
export function matchNewSecret(realm: Realm, secret: string, code: string, now: number): number | undefined {
  const policy = otpPolicyOf(realm);
  const credential = {
    ...policy,
    id: '',
    label: '',
    secret: Buffer.from(secret, 'utf8'),
    counter: policy.initialCounter,
  };
  return matchCounter(credential, code, policy.window, now);
}

/** The code that a new device with the secret shows at `now` (milliseconds); a counter-based one shows its first. */
export function codeOfNewSecret(realm: Realm, secret: string, now: number): string {
  const policy = otpPolicyOf(realm);
  const counter = policy.isTimeBased ? Math.floor(now / 1000 / policy.period) : policy.initialCounter;
  return computeOneTimePassword(Buffer.from(secret, 'utf8'), counter, policy);
}

/** The `otpauth://` URI that sets up an authenticator app. */
export function otpAuthUri(realm: Realm, username: string, secret: string): string {
  const { isTimeBased, algorithm, digits, period, initialCounter } = otpPolicyOf(realm);
  const issuer = encodeURIComponent(realm.displayName);
  const moving = isTimeBased ? `period=${period}` : `counter=${initialCounter}`;
  const label = `${issuer}:${encodeURIComponent(username)}`;
  const settings = `digits=${digits}&algorithm=${algorithm.replace('Hmac', '')}&issuer=${issuer}&${moving}`;
  return `otpauth://${isTimeBased ? 'totp' : 'hotp'}/${label}?secret=${encodeOtpSecret(secret)}&${settings}`;
}
