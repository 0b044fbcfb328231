// Required actions: which ones a user must complete at sign-in, and in which order.
import { isRecord } from '#protocol/contract/settings/kept.ts';
import {
  currentActionName as currentName,
  OPTIONAL_ACTIONS,
} from '#protocol/contract/settings/required-action.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';
import { passwordCredential } from './credentials.ts';
import {
  passwordLifetimeDays,
  passwordMaxAuthAge,
  recoveryCodesWarningThreshold,
} from './password-policy.ts';

/** Compat: Keycloak's default for actions that an application starts. */
const MAX_AUTH_AGE_SECONDS = 300;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Compat: default order without `requiredActions[].priority`. */
const USUAL_ORDER: readonly string[] = [
  'CONFIGURE_TOTP',
  'TERMS_AND_CONDITIONS',
  'UPDATE_PASSWORD',
  'UPDATE_PROFILE',
  'VERIFY_EMAIL',
  'UPDATE_EMAIL',
  'VERIFY_PROFILE',
];

function settingOf(realm: Realm, action: string) {
  return realm.stored.requiredActions?.find((setting) => currentName(setting.alias ?? '') === action);
}

/** Whether the action is enabled in the realm. Unlisted actions are, except those that are optional. */
export function isActionEnabled(realm: Realm, action: string): boolean {
  return settingOf(realm, action)?.enabled ?? !OPTIONAL_ACTIONS.includes(action);
}

function priorityOf(realm: Realm, action: string): number {
  const usual = USUAL_ORDER.indexOf(action);
  return settingOf(realm, action)?.priority ?? (usual === -1 ? USUAL_ORDER.length : usual) * 10 + 10;
}

/** Whether the password has expired by the realm's policy. A password of unknown age has not. */
function hasOldPassword(realm: Realm, user: StoredUser, now: number): boolean {
  const days = passwordLifetimeDays(realm.stored.passwordPolicy);
  const createdAt = passwordCredential(user)?.createdDate ?? 0;
  return days !== undefined && createdAt > 0 && now - createdAt > days * DAY_MS;
}

function mustVerifyEmail(realm: Realm, user: StoredUser): boolean {
  return realm.stored.verifyEmail === true && (user.email ?? '') !== '' && user.emailVerified !== true;
}

const NONE: readonly string[] = [];

/** The user's required actions and those from realm settings, at `now` (milliseconds) and in order. */
export function pendingActions(realm: Realm, user: StoredUser, now: number): readonly string[] {
  const own = user.requiredActions ?? NONE;
  const { verifyEmail, passwordPolicy } = realm.stored;
  // Fast path.
  if (own.length === 0 && verifyEmail !== true && passwordPolicy === undefined) return NONE;
  const due = new Set(own.map(currentName));
  if (mustVerifyEmail(realm, user)) due.add('VERIFY_EMAIL');
  if (hasOldPassword(realm, user, now)) due.add('UPDATE_PASSWORD');
  return inActionOrder(
    realm,
    [...due].filter((action) => isActionEnabled(realm, action)),
  );
}

/** In the order of the realm's priorities. */
export const inActionOrder = (realm: Realm, actions: readonly string[]): readonly string[] =>
  actions.toSorted((one, other) => priorityOf(realm, one) - priorityOf(realm, other));

/**
 * How long ago the user may have authenticated when an application starts the action, in seconds: `max_auth_age` in
 * the action's config, the password policy `maxAuthAge` for passwords, or 300.
 */
export function maxAuthAgeOf(realm: Realm, action: string): number {
  const configured = readSetting(realm, action, 'max_auth_age');
  if (configured !== undefined) return configured;
  // Compat: whoever deletes an account has just signed in.
  if (action === 'delete_account') return 0;
  const policy = action === 'UPDATE_PASSWORD' ? passwordMaxAuthAge(realm.stored.passwordPolicy) : undefined;
  return policy ?? MAX_AUTH_AGE_SECONDS;
}

/** A number in the action's config. */
function readSetting(realm: Realm, action: string, name: string): number | undefined {
  const config: unknown = settingOf(realm, action)?.config;
  const configured = isRecord(config) ? String(config[name]) : '';
  return /^\d{1,9}$/.test(configured) ? Number(configured) : undefined;
}

/** Compat: Keycloak's default. */
const RECOVERY_CODES_WARNING_THRESHOLD = 4;

/** With fewer recovery codes than this, users are warned: `warning_threshold`, the password policy, or 4. */
export function recoveryCodesThresholdOf(realm: Realm): number {
  return (
    readSetting(realm, 'CONFIGURE_RECOVERY_AUTHN_CODES', 'warning_threshold') ??
    recoveryCodesWarningThreshold(realm.stored.passwordPolicy) ??
    RECOVERY_CODES_WARNING_THRESHOLD
  );
}

/** Required actions of new users (`requiredActions[].defaultAction`). */
export function defaultActions(realm: Realm): readonly string[] {
  return (realm.stored.requiredActions ?? [])
    .filter((setting) => setting.defaultAction === true && setting.enabled !== false)
    .map((setting) => currentName(setting.alias ?? ''))
    .filter((action) => action !== '');
}

export function withoutAction(user: StoredUser, action: string): StoredUser {
  const requiredActions = (user.requiredActions ?? []).filter((known) => currentName(known) !== action);
  return { ...user, requiredActions };
}
