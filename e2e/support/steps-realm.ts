// Realm `steps`, in which each user meets another page after the password.
import { createHash } from 'node:crypto';
import { LANGUAGES } from './page-languages.ts';

/** Users of realm `steps`, each with a different page after the password. */
const STEPS: readonly (readonly [username: string, requiredAction: string | undefined])[] = [
  ['tina', 'TERMS_AND_CONDITIONS'],
  ['paul', 'UPDATE_PASSWORD'],
  ['nora', 'UPDATE_PROFILE'],
  ['uma', 'UPDATE_EMAIL'],
  ['emil', 'VERIFY_EMAIL'],
  ['otto', 'CONFIGURE_TOTP'],
  ['rosa', 'CONFIGURE_RECOVERY_AUTHN_CODES'],
  ['lena', 'update_user_locale'],
  ['rick', undefined],
  ['rita', undefined],
  ['dora', undefined],
  ['dean', undefined],
  ['carl', undefined],
];

/** A flow in which a recovery code can stand in for a one-time code, and one that replaces authenticators without e-mail. */
const FLOWS = {
  browserFlow: 'with recovery codes',
  resetCredentialsFlow: 'replacing authenticators',
  authenticatorConfig: [{ alias: 'one', config: { action_on_otp_reset_flag: 'Remove one' } }],
  authenticationFlows: [
    {
      alias: 'with recovery codes',
      providerId: 'basic-flow',
      topLevel: true,
      authenticationExecutions: [
        { authenticator: 'auth-cookie', requirement: 'ALTERNATIVE', priority: 10 },
        { flowAlias: 'forms', authenticatorFlow: true, requirement: 'ALTERNATIVE', priority: 20 },
      ],
    },
    {
      alias: 'forms',
      providerId: 'basic-flow',
      topLevel: false,
      authenticationExecutions: [
        { authenticator: 'auth-username-password-form', requirement: 'REQUIRED', priority: 10 },
        { flowAlias: 'second factor', authenticatorFlow: true, requirement: 'CONDITIONAL', priority: 20 },
      ],
    },
    {
      alias: 'second factor',
      providerId: 'basic-flow',
      topLevel: false,
      authenticationExecutions: [
        { authenticator: 'conditional-user-configured', requirement: 'REQUIRED', priority: 10 },
        { authenticator: 'auth-otp-form', requirement: 'ALTERNATIVE', priority: 20 },
        { authenticator: 'auth-recovery-authn-code-form', requirement: 'ALTERNATIVE', priority: 30 },
      ],
    },
    {
      alias: 'replacing authenticators',
      providerId: 'basic-flow',
      topLevel: true,
      authenticationExecutions: [
        { authenticator: 'reset-credentials-choose-user', requirement: 'REQUIRED', priority: 10 },
        {
          authenticator: 'reset-otp',
          authenticatorConfig: 'one',
          requirement: 'REQUIRED',
          priority: 20,
        },
      ],
    },
  ],
};

/** The realm file of `steps`; its clients lead back to `callbackUrl`. */
export function describeSteps(callbackUrl: string) {
  const device = {
    type: 'otp',
    secretData: '{"value":"abcdefghij0123456789"}',
    credentialData: '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}',
  };
  const hashes = ['AAAABBBBCCCC', 'DDDDEEEEFFFF'].map((code, index) => ({
    number: index + 1,
    encodedHashedValue: createHash('sha512').update(code).digest('base64'),
  }));
  const codes = {
    type: 'recovery-authn-codes',
    secretData: JSON.stringify({ codes: hashes }),
    credentialData: '{"algorithm":"SHA-512","totalCodes":2,"remainingCodes":2}',
  };
  const own: Readonly<Record<string, readonly object[]>> = {
    dora: [device],
    rick: [codes],
    rita: [device, codes],
  };
  const users = STEPS.map(([username, action]) => ({
    username,
    email: `${username}@example.test`,
    enabled: true,
    requiredActions: action === undefined ? [] : [action],
    clientRoles: username === 'dean' ? { account: ['delete-account'] } : {},
    credentials: [{ type: 'password', value: 'password' }, ...(own[username] ?? [])],
  }));
  const client = {
    clientId: 'demo-web',
    name: 'Web shop',
    publicClient: true,
    redirectUris: ['http://127.0.0.1/*'],
    baseUrl: callbackUrl,
  };
  const notified = {
    ...client,
    clientId: 'notified',
    frontchannelLogout: true,
    attributes: { 'frontchannel.logout.url': callbackUrl },
  };
  return {
    realm: 'steps',
    enabled: true,
    ...FLOWS,
    ...LANGUAGES,
    registrationAllowed: true,
    resetPasswordAllowed: true,
    requiredActions: [{ alias: 'delete_account', enabled: true }],
    users,
    clients: [{ ...client, consentRequired: true }, notified],
  };
}
