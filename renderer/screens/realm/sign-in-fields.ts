// Fields of how people sign in: names, passwords, one-time codes, and what happens after many wrong passwords.
import { checkLevels } from '../../components/checks.ts';
import type { Field, FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const isProtected = (values: FieldValues): boolean => values['bruteForceProtected'] === true;
const isTemporary = (values: FieldValues): boolean =>
  isProtected(values) && values['permanentLockout'] !== true;
const isTotp = (values: FieldValues): boolean => values['otpPolicyType'] !== 'hotp';

const signIn: readonly Field[] = [
  {
    kind: 'switch',
    member: 'loginWithEmailAllowed',
    label: 'Sign in with the e-mail address',
    help: 'The e-mail address is good as a user name.',
    initial: true,
  },
  {
    kind: 'switch',
    member: 'registrationEmailAsUsername',
    label: 'The e-mail address is the user name',
    help: 'There is no other name to sign in with.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'duplicateEmailsAllowed',
    label: 'Several users may share an e-mail address',
    help: 'Not together with signing in by it.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'rememberMe',
    label: 'Remember me',
    help: 'The sign-in page offers to stay signed in after the browser is closed.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'verifyEmail',
    label: 'E-mail addresses must be confirmed',
    help: 'A user whose address is not verified is asked at the sign-in.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'editUsernameAllowed',
    label: 'Users may change their user name',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'understudy.oneClickSignIn',
    within: 'attributes',
    label: 'One-click sign-in',
    help: 'The sign-in page lists users, and one click signs in as one of them. For tests only.',
    initial: false,
  },
  {
    kind: 'long',
    member: 'acr.loa.map',
    within: 'attributes',
    label: 'Levels of authentication by acr',
    help: 'JSON: names of acr values with their level, for instance {"silver":1,"gold":2}.',
    wide: true,
    check: checkLevels,
  },
];

const passwords: readonly Field[] = [
  {
    kind: 'text',
    member: 'passwordPolicy',
    label: 'Password policy',
    help: 'Rules for new passwords, joined by “and”.',
    placeholder: 'length(8) and digits(1) and notUsername(undefined)',
    wide: true,
  },
];

const bruteForce: readonly Field[] = [
  {
    kind: 'switch',
    member: 'bruteForceProtected',
    label: 'Lock users after wrong passwords',
    help: 'Off: nobody is ever locked.',
    initial: false,
  },
  {
    kind: 'number',
    member: 'failureFactor',
    label: 'Wrong passwords before a lock',
    initial: '30',
    min: 1,
    max: 1_000_000,
    shown: isProtected,
  },
  {
    kind: 'switch',
    member: 'permanentLockout',
    label: 'Lock for good',
    help: 'Until an administrator unlocks the user.',
    initial: false,
    shown: isProtected,
  },
  {
    kind: 'number',
    member: 'maxTemporaryLockouts',
    label: 'Temporary locks before one for good',
    help: '0: the first lock is for good.',
    initial: '0',
    min: 0,
    max: 1_000_000,
    shown: (values) => isProtected(values) && values['permanentLockout'] === true,
  },
  {
    kind: 'choice',
    member: 'bruteForceStrategy',
    label: 'How the wait grows',
    initial: 'MULTIPLE',
    choices: [
      { value: 'MULTIPLE', label: 'With every further round of wrong passwords' },
      { value: 'LINEAR', label: 'With every further wrong password' },
    ],
    shown: isTemporary,
  },
  {
    kind: 'duration',
    member: 'waitIncrementSeconds',
    label: 'Wait',
    help: 'How long the first lock lasts; later ones last longer by as much.',
    initial: '60',
    shown: isProtected,
  },
  {
    kind: 'duration',
    member: 'maxFailureWaitSeconds',
    label: 'Longest wait',
    initial: '900',
    shown: isTemporary,
  },
  {
    kind: 'duration',
    member: 'maxDeltaTimeSeconds',
    label: 'Failures are forgotten after',
    initial: '43200',
    shown: isTemporary,
  },
  {
    kind: 'number',
    member: 'quickLoginCheckMilliSeconds',
    label: 'Too quick',
    help: 'Two failures within this time count as a machine guessing.',
    initial: '1000',
    min: 0,
    max: 3_600_000,
    unit: 'ms',
    shown: isProtected,
  },
  {
    kind: 'duration',
    member: 'minimumQuickLoginWaitSeconds',
    label: 'Wait after too quick failures',
    initial: '60',
    shown: isProtected,
  },
];

const oneTimeCodes: readonly Field[] = [
  {
    kind: 'choice',
    member: 'otpPolicyType',
    label: 'Kind',
    initial: 'totp',
    choices: [
      { value: 'totp', label: 'By time (TOTP)' },
      { value: 'hotp', label: 'By counter (HOTP)' },
    ],
  },
  {
    kind: 'choice',
    member: 'otpPolicyAlgorithm',
    label: 'Algorithm',
    initial: 'HmacSHA1',
    choices: [
      { value: 'HmacSHA1', label: 'SHA-1, which every app knows' },
      { value: 'HmacSHA256', label: 'SHA-256' },
      { value: 'HmacSHA512', label: 'SHA-512' },
    ],
  },
  {
    kind: 'choice',
    member: 'otpPolicyDigits',
    label: 'Digits',
    isNumber: true,
    initial: '6',
    choices: [
      { value: '6', label: '6' },
      { value: '8', label: '8' },
    ],
  },
  {
    kind: 'duration',
    member: 'otpPolicyPeriod',
    label: 'A code is good for',
    initial: '30',
    shown: isTotp,
  },
  {
    kind: 'number',
    member: 'otpPolicyLookAheadWindow',
    label: 'Codes accepted around the right one',
    help: 'For clocks and counters that run apart.',
    initial: '1',
    min: 0,
    max: 1000,
  },
  {
    kind: 'number',
    member: 'otpPolicyInitialCounter',
    label: 'First counter',
    initial: '0',
    min: 0,
    max: 1_000_000,
    shown: (values) => !isTotp(values),
  },
  {
    kind: 'switch',
    member: 'otpPolicyCodeReusable',
    label: 'A code may be used twice',
    initial: false,
    shown: isTotp,
  },
];

/** The tab "Sign-in". */
export const SIGN_IN_SECTIONS: readonly FieldSection[] = [
  { title: 'Sign-in page', fields: signIn },
  { title: 'Passwords', fields: passwords },
  {
    title: 'Wrong passwords',
    summary: 'A locked user is unlocked on the user’s own screen.',
    fields: bruteForce,
  },
  { title: 'One-time codes', summary: 'For codes that users set up from now on.', fields: oneTimeCodes },
];
