// The realm's password policy. Rules about history and hashing are ignored.
import type { PasswordRuleName } from '#protocol/contract/settings/password-policy.ts';
import type { StoredUser } from '#protocol/store/store.ts';

/** One policy: its check, and the message for a rejected password. */
interface PolicyRow {
  readonly code: string;
  passes(password: string, argument: string, user: StoredUser): boolean;
  message(argument: string): string;
  /** What the rule asks for, within a sentence: `at least 8 characters`. */
  hint(argument: string): string;
}

function countOf(password: string, pattern: RegExp): number {
  return password.match(pattern)?.length ?? 0;
}

const counted = (count: string, what: string): string => `${count} ${what}${count === '1' ? '' : 's'}`;

function minimum(code: string, pattern: RegExp, what: string, one: string): PolicyRow {
  return {
    code,
    passes: (password, argument) => countOf(password, pattern) >= Number(argument || '1'),
    message: (argument) => `must contain at least ${argument || '1'} ${what}.`,
    hint: (argument) => `at least ${counted(argument || '1', one)}`,
  };
}

/** Rules for a password itself, not for its age or its change. */
type CheckedRule = Exclude<
  PasswordRuleName,
  'forceExpiredPasswordChange' | 'maxAuthAge' | 'recoveryCodesWarningThreshold'
>;

const POLICIES: Readonly<Record<CheckedRule, PolicyRow>> = {
  length: {
    code: 'invalidPasswordMinLengthMessage',
    passes: (password, argument) => [...password].length >= Number(argument || '8'),
    message: (argument) => `minimum length ${argument || '8'}.`,
    hint: (argument) => `at least ${counted(argument || '8', 'character')}`,
  },
  maxLength: {
    code: 'invalidPasswordMaxLengthMessage',
    passes: (password, argument) => [...password].length <= Number(argument || '64'),
    message: (argument) => `maximum length ${argument || '64'}.`,
    hint: (argument) => `at most ${counted(argument || '64', 'character')}`,
  },
  digits: minimum('invalidPasswordMinDigitsMessage', /\p{Nd}/gu, 'numerical digits', 'digit'),
  lowerCase: minimum(
    'invalidPasswordMinLowerCaseCharsMessage',
    /\p{Ll}/gu,
    'lower case characters',
    'lower-case letter',
  ),
  upperCase: minimum(
    'invalidPasswordMinUpperCaseCharsMessage',
    /\p{Lu}/gu,
    'upper case characters',
    'upper-case letter',
  ),
  specialChars: minimum(
    'invalidPasswordMinSpecialCharsMessage',
    /[^\p{L}\p{N}]/gu,
    'special characters',
    'special character',
  ),
  notUsername: {
    code: 'invalidPasswordNotUsernameMessage',
    passes: (password, _argument, user) => password.toLowerCase() !== user.username,
    message: () => 'must not be equal to the username.',
    hint: () => 'not the username',
  },
  notEmail: {
    code: 'invalidPasswordNotEmailMessage',
    passes: (password, _argument, user) => password.toLowerCase() !== user.email?.toLowerCase(),
    message: () => 'must not be equal to the email.',
    hint: () => 'not the email address',
  },
};

export interface PasswordFault {
  /** Keycloak's message key. */
  readonly code: string;
  /** For people: "Invalid password: minimum length 8." */
  readonly message: string;
}

/** The names and arguments in a policy text. */
function readPolicy(policy: string | undefined): readonly (readonly [name: string, argument: string])[] {
  return (policy?.split(' and ') ?? []).map((item) => {
    const [, name = '', argument = ''] = /^(\w+)(?:\((.*)\))?$/.exec(item.trim()) ?? [];
    return [name, argument === 'undefined' ? '' : argument];
  });
}

function findPolicy(name: string): PolicyRow | undefined {
  return Object.hasOwn(POLICIES, name) ? POLICIES[name as CheckedRule] : undefined;
}

/** What the policy asks of a new password, as a sentence; undefined if that is nothing. */
export function describePasswordPolicy(policy: string | undefined): string | undefined {
  const hints = readPolicy(policy).flatMap(([name, argument]) => findPolicy(name)?.hint(argument) ?? []);
  const text = hints.join(', ');
  return text === '' ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The first rule of a policy such as `length(8) and digits(1)` that rejects the password. */
export function findPasswordFault(
  policy: string | undefined,
  password: string,
  user: StoredUser,
): PasswordFault | undefined {
  for (const [name, argument] of readPolicy(policy)) {
    const row = findPolicy(name);
    if (row === undefined || row.passes(password, argument, user)) continue;
    return { code: row.code, message: `Invalid password: ${row.message(argument)}` };
  }
  return undefined;
}

/** Days until a password expires (`forceExpiredPasswordChange`); undefined: never. */
export function passwordLifetimeDays(policy: string | undefined): number | undefined {
  const row = readPolicy(policy).find(([name]) => name === 'forceExpiredPasswordChange');
  const days = Number(row?.[1] || '365');
  return row === undefined || !(days > 0) ? undefined : days;
}

/** Seconds since the sign-in after which users must sign in again to change their password (`maxAuthAge`). */
export function passwordMaxAuthAge(policy: string | undefined): number | undefined {
  return readNumber(policy, 'maxAuthAge');
}

/** With fewer recovery codes than this, users are warned (`recoveryCodesWarningThreshold`). */
export function recoveryCodesWarningThreshold(policy: string | undefined): number | undefined {
  return readNumber(policy, 'recoveryCodesWarningThreshold');
}

function readNumber(policy: string | undefined, rule: PasswordRuleName): number | undefined {
  const row = readPolicy(policy).find(([name]) => name === rule);
  return row !== undefined && /^\d{1,9}$/.test(row[1]) ? Number(row[1]) : undefined;
}
