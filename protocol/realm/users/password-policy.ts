// The realm's password policy. Rules about history and hashing are ignored.
import type { PasswordRuleName } from '#protocol/contract/settings/password-policy.ts';
import type { StoredUser } from '#protocol/store/store.ts';

/** One policy: its check, and the message for a rejected password. */
interface PolicyRow {
  readonly code: string;
  passes(password: string, argument: string, user: StoredUser): boolean;
  message(argument: string): string;
  /** Of the rule if none is set; empty: it takes none. */
  readonly usual: string;
}

function countOf(password: string, pattern: RegExp): number {
  return password.match(pattern)?.length ?? 0;
}

function minimum(code: string, pattern: RegExp, what: string): PolicyRow {
  return {
    code,
    usual: '1',
    passes: (password, argument) => countOf(password, pattern) >= Number(argument),
    message: (argument) => `must contain at least ${argument} ${what}.`,
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
    usual: '8',
    passes: (password, argument) => [...password].length >= Number(argument),
    message: (argument) => `minimum length ${argument}.`,
  },
  maxLength: {
    code: 'invalidPasswordMaxLengthMessage',
    usual: '64',
    passes: (password, argument) => [...password].length <= Number(argument),
    message: (argument) => `maximum length ${argument}.`,
  },
  digits: minimum('invalidPasswordMinDigitsMessage', /\p{Nd}/gu, 'numerical digits'),
  lowerCase: minimum('invalidPasswordMinLowerCaseCharsMessage', /\p{Ll}/gu, 'lower case characters'),
  upperCase: minimum('invalidPasswordMinUpperCaseCharsMessage', /\p{Lu}/gu, 'upper case characters'),
  specialChars: minimum('invalidPasswordMinSpecialCharsMessage', /[^\p{L}\p{N}]/gu, 'special characters'),
  notUsername: {
    code: 'invalidPasswordNotUsernameMessage',
    usual: '',
    passes: (password, _argument, user) => password.toLowerCase() !== user.username,
    message: () => 'must not be equal to the username.',
  },
  notEmail: {
    code: 'invalidPasswordNotEmailMessage',
    usual: '',
    passes: (password, _argument, user) => password.toLowerCase() !== user.email?.toLowerCase(),
    message: () => 'must not be equal to the email.',
  },
};

export interface PasswordFault {
  /** Keycloak's message key. */
  readonly code: string;
  /** Of the message: the rule's argument. */
  readonly params: readonly string[];
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

function isChecked(name: string): name is CheckedRule {
  return Object.hasOwn(POLICIES, name);
}

interface PasswordRule {
  readonly rule: CheckedRule;
  /** Empty: the rule takes none. */
  readonly argument: string;
}

/** What the policy asks of a new password. */
export function listPasswordRules(policy: string | undefined): readonly PasswordRule[] {
  return readPolicy(policy).flatMap(([rule, argument]) =>
    isChecked(rule) ? [{ rule, argument: argument || POLICIES[rule].usual }] : [],
  );
}

/** The first rule of a policy such as `length(8) and digits(1)` that rejects the password. */
export function findPasswordFault(
  policy: string | undefined,
  password: string,
  user: StoredUser,
): PasswordFault | undefined {
  for (const { rule, argument } of listPasswordRules(policy)) {
    const row = POLICIES[rule];
    if (row.passes(password, argument, user)) continue;
    return { code: row.code, params: [argument], message: `Invalid password: ${row.message(argument)}` };
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
