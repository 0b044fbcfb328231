// The realm's password policy. Rules about history and hashing are ignored.
import type { PasswordRuleName } from '#protocol/contract/settings/password-policy.ts';
import type { StoredUser } from '#protocol/store/store.ts';

/** One policy: its check, and the message for a rejected password. */
interface PolicyRow {
  readonly code: string;
  passes(password: string, argument: string, user: StoredUser): boolean;
  message(argument: string): string;
}

function countOf(password: string, pattern: RegExp): number {
  return password.match(pattern)?.length ?? 0;
}

function minimum(code: string, pattern: RegExp, what: string): PolicyRow {
  return {
    code,
    passes: (password, argument) => countOf(password, pattern) >= Number(argument || '1'),
    message: (argument) => `must contain at least ${argument || '1'} ${what}.`,
  };
}

/** Rules for a password itself, not for its age. */
type CheckedRule = Exclude<PasswordRuleName, 'forceExpiredPasswordChange'>;

const POLICIES: Readonly<Record<CheckedRule, PolicyRow>> = {
  length: {
    code: 'invalidPasswordMinLengthMessage',
    passes: (password, argument) => [...password].length >= Number(argument || '8'),
    message: (argument) => `minimum length ${argument || '8'}.`,
  },
  maxLength: {
    code: 'invalidPasswordMaxLengthMessage',
    passes: (password, argument) => [...password].length <= Number(argument || '64'),
    message: (argument) => `maximum length ${argument || '64'}.`,
  },
  digits: minimum('invalidPasswordMinDigitsMessage', /\p{Nd}/gu, 'numerical digits'),
  lowerCase: minimum('invalidPasswordMinLowerCaseCharsMessage', /\p{Ll}/gu, 'lower case characters'),
  upperCase: minimum('invalidPasswordMinUpperCaseCharsMessage', /\p{Lu}/gu, 'upper case characters'),
  specialChars: minimum('invalidPasswordMinSpecialCharsMessage', /[^\p{L}\p{N}]/gu, 'special characters'),
  notUsername: {
    code: 'invalidPasswordNotUsernameMessage',
    passes: (password, _argument, user) => password.toLowerCase() !== user.username,
    message: () => 'must not be equal to the username.',
  },
  notEmail: {
    code: 'invalidPasswordNotEmailMessage',
    passes: (password, _argument, user) => password.toLowerCase() !== user.email?.toLowerCase(),
    message: () => 'must not be equal to the email.',
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

/** The first rule of a policy such as `length(8) and digits(1)` that rejects the password. */
export function findPasswordFault(
  policy: string | undefined,
  password: string,
  user: StoredUser,
): PasswordFault | undefined {
  for (const [name, argument] of readPolicy(policy)) {
    const row = Object.hasOwn(POLICIES, name) ? POLICIES[name as CheckedRule] : undefined;
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
