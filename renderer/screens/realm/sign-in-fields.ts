// Sign-in settings: sign-in page, passwords, brute-force detection and one-time codes.
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
    label: 'Login with e-mail',
    help: 'Users may sign in with their e-mail address.',
    initial: true,
  },
  {
    kind: 'switch',
    member: 'registrationEmailAsUsername',
    label: 'E-mail as username',
    help: 'The e-mail address is the username.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'duplicateEmailsAllowed',
    label: 'Duplicate e-mails',
    help: 'Users may share an address. Cannot be combined with sign-in by e-mail address.',
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
    label: 'Verify e-mail',
    help: 'Users with an unverified e-mail address must verify it when they sign in.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'editUsernameAllowed',
    label: 'Edit username',
    help: 'Users may change their username.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'understudy.oneClickSignIn',
    within: 'attributes',
    label: 'One-click sign-in',
    help: 'The sign-in page lists users and signs in as one of them with one click. For tests only.',
    initial: false,
  },
  {
    kind: 'long',
    member: 'acr.loa.map',
    within: 'attributes',
    label: 'ACR to LoA mapping',
    help: 'Levels of authentication by acr value, as JSON: {"silver":1,"gold":2}.',
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
    label: 'Brute-force detection',
    help: 'Locks users after too many failed sign-ins.',
    initial: false,
  },
  {
    kind: 'number',
    member: 'failureFactor',
    label: 'Max login failures',
    initial: '30',
    min: 1,
    max: 1_000_000,
    shown: isProtected,
  },
  {
    kind: 'switch',
    member: 'permanentLockout',
    label: 'Permanent lockout',
    help: 'Locks last until an administrator unlocks the user.',
    initial: false,
    shown: isProtected,
  },
  {
    kind: 'number',
    member: 'maxTemporaryLockouts',
    label: 'Maximum temporary lockouts',
    help: 'Temporary locks before a permanent one. 0: lock permanently the first time.',
    initial: '0',
    min: 0,
    max: 1_000_000,
    shown: (values) => isProtected(values) && values['permanentLockout'] === true,
  },
  {
    kind: 'choice',
    member: 'bruteForceStrategy',
    label: 'Strategy to increase wait time',
    initial: 'MULTIPLE',
    choices: [
      { value: 'MULTIPLE', label: 'Multiple: with every further round of failures' },
      { value: 'LINEAR', label: 'Linear: with every further failure' },
    ],
    shown: isTemporary,
  },
  {
    kind: 'duration',
    member: 'waitIncrementSeconds',
    label: 'Wait increment',
    help: 'How long the first lock lasts. Each later lock lasts longer by the same time.',
    initial: '60',
    shown: isProtected,
  },
  {
    kind: 'duration',
    member: 'maxFailureWaitSeconds',
    label: 'Max wait',
    initial: '900',
    shown: isTemporary,
  },
  {
    kind: 'duration',
    member: 'maxDeltaTimeSeconds',
    label: 'Failure reset time',
    initial: '43200',
    shown: isTemporary,
  },
  {
    kind: 'number',
    member: 'quickLoginCheckMilliSeconds',
    label: 'Quick login check',
    help: 'Two failures within this time count as an automated attack.',
    initial: '1000',
    min: 0,
    max: 3_600_000,
    unit: 'ms',
    shown: isProtected,
  },
  {
    kind: 'duration',
    member: 'minimumQuickLoginWaitSeconds',
    label: 'Minimum quick login wait',
    initial: '60',
    shown: isProtected,
  },
];

const oneTimeCodes: readonly Field[] = [
  {
    kind: 'choice',
    member: 'otpPolicyType',
    label: 'OTP type',
    initial: 'totp',
    choices: [
      { value: 'totp', label: 'Time-based (TOTP)' },
      { value: 'hotp', label: 'Counter-based (HOTP)' },
    ],
  },
  {
    kind: 'choice',
    member: 'otpPolicyAlgorithm',
    label: 'OTP hash algorithm',
    initial: 'HmacSHA1',
    choices: [
      { value: 'HmacSHA1', label: 'SHA-1 (supported by every app)' },
      { value: 'HmacSHA256', label: 'SHA-256' },
      { value: 'HmacSHA512', label: 'SHA-512' },
    ],
  },
  {
    kind: 'choice',
    member: 'otpPolicyDigits',
    label: 'Number of digits',
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
    label: 'OTP token period',
    initial: '30',
    shown: isTotp,
  },
  {
    kind: 'number',
    member: 'otpPolicyLookAheadWindow',
    label: 'Look around window',
    help: 'Codes accepted before and after the current one, for clocks and counters that drift.',
    initial: '1',
    min: 0,
    max: 1000,
  },
  {
    kind: 'number',
    member: 'otpPolicyInitialCounter',
    label: 'Initial counter',
    initial: '0',
    min: 0,
    max: 1_000_000,
    shown: (values) => !isTotp(values),
  },
  {
    kind: 'switch',
    member: 'otpPolicyCodeReusable',
    label: 'Reusable token',
    help: 'A code may be used more than once.',
    initial: false,
    shown: isTotp,
  },
];

/** The Sign-in tab. */
export const SIGN_IN_SECTIONS: readonly FieldSection[] = [
  { title: 'Sign-in page', fields: signIn },
  { title: 'Passwords', fields: passwords },
  {
    title: 'Brute-force detection',
    summary: 'To unlock a user, open the Access tab of that user.',
    fields: bruteForce,
  },
  { title: 'One-time codes', summary: 'For codes that users set up from now on.', fields: oneTimeCodes },
];
