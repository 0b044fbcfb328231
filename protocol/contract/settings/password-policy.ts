// The rules that a realm's password policy can consist of.
import { type Kept, kept, type UnsupportedValue } from './kept.ts';

/** Rules that are checked. */
export type PasswordRuleName =
  | 'length'
  | 'maxLength'
  | 'digits'
  | 'lowerCase'
  | 'upperCase'
  | 'specialChars'
  | 'notUsername'
  | 'notEmail'
  | 'forceExpiredPasswordChange'
  | 'maxAuthAge'
  | 'recoveryCodesWarningThreshold';

export const PASSWORD_RULES: Readonly<Record<PasswordRuleName, string>> = {
  length: 'The least number of characters.',
  maxLength: 'The greatest number of characters.',
  digits: 'The least number of digits.',
  lowerCase: 'The least number of lower-case letters.',
  upperCase: 'The least number of upper-case letters.',
  specialChars: 'The least number of other characters.',
  notUsername: 'The password must not be the username.',
  notEmail: 'The password must not be the e-mail address.',
  forceExpiredPasswordChange: 'The number of days after which a password must be changed.',
  maxAuthAge:
    'The number of seconds after a sign-in during which an application may have the user change the password without another sign-in (`kc_action`); 300 without this rule.',
  recoveryCodesWarningThreshold:
    'With fewer recovery codes than this, users are warned when they enter one; the setting `warning_threshold` of the required action comes first. 4 without this rule.',
};

/** Keycloak's other rules. */
export const KEPT_PASSWORD_RULES: Readonly<Record<string, Kept>> = {
  notContainsUsername: kept('A password may contain the username.'),
  passwordHistory: kept('An earlier password may be used again.'),
  passwordAge: kept('An earlier password may be used again.'),
  passwordBlacklist: kept('Passwords are not compared with a list.'),
  regexPattern: kept('Passwords are not compared with a pattern.'),
  hashAlgorithm: kept('New passwords are hashed with PBKDF2-SHA512.'),
  hashIterations: kept('New passwords are hashed with 27,500 rounds.'),
};

const UNKNOWN = kept('This rule is not checked.');

/** The rules of a policy text that nothing checks. */
export function listUnsupportedPolicies(policy: unknown): readonly UnsupportedValue[] {
  if (typeof policy !== 'string') return [];
  const rules = policy.split(' and ').map((rule) => rule.trim());
  return rules.flatMap((value) => {
    const name = value.replace(/\(.*$/s, '');
    if (name === '' || Object.hasOwn(PASSWORD_RULES, name)) return [];
    const known = Object.hasOwn(KEPT_PASSWORD_RULES, name) ? KEPT_PASSWORD_RULES[name] : undefined;
    return [{ value, effect: known ?? UNKNOWN }];
  });
}
