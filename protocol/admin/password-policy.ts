// The realm's password policy, as far as it can be decided from the password and the user alone.
import type { StoredUser } from '#protocol/store/store.ts';
import { AdminError } from './admin-error.ts';

/** One policy: whether the password passes, and what to say when not. */
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

const POLICIES: Readonly<Record<string, PolicyRow>> = {
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

/**
 * Checks a password against `length(8) and digits(1) and …`. Policies about history and hashing do not refuse here.
 * @throws {AdminError} 400 `{error, error_description}` for the first policy that refuses.
 */
export function checkPasswordPolicy(policy: string | undefined, password: string, user: StoredUser): void {
  for (const item of policy?.split(' and ') ?? []) {
    const [, name = '', argument = ''] = /^(\w+)(?:\((.*)\))?$/.exec(item.trim()) ?? [];
    const row = Object.hasOwn(POLICIES, name) ? POLICIES[name] : undefined;
    const value = argument === 'undefined' ? '' : argument;
    if (row === undefined || row.passes(password, value, user)) continue;
    throw new AdminError(400, {
      error: row.code,
      error_description: `Invalid password: ${row.message(value)}`,
    });
  }
}
