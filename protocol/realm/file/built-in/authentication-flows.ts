// The authentication flows of a new realm, with the settings of their authenticators.
import { createNameUuid } from '#protocol/crypto/identifiers.ts';

type Requirement = 'REQUIRED' | 'ALTERNATIVE' | 'DISABLED' | 'CONDITIONAL';

/** A step: an authenticator, or the flow of this name. */
interface Step {
  readonly authenticator?: string;
  readonly flow?: string;
  readonly requirement: Requirement;
  readonly config?: string;
}

interface FlowRow {
  readonly description: string;
  readonly type?: 'client-flow' | 'form-flow';
  /** Within other flows only. */
  readonly isInner?: true;
  readonly steps: readonly Step[];
}

const step = (authenticator: string, requirement: Requirement, config?: string): Step => ({
  authenticator,
  requirement,
  ...(config === undefined ? {} : { config }),
});
const inner = (flow: string, requirement: Requirement, authenticator?: string): Step => ({
  flow,
  requirement,
  ...(authenticator === undefined ? {} : { authenticator }),
});

const SECOND_FACTORS: readonly Step[] = [
  step('auth-otp-form', 'ALTERNATIVE'),
  step('webauthn-authenticator', 'DISABLED'),
  step('auth-recovery-authn-code-form', 'DISABLED'),
];

const CONFIGURED = step('conditional-user-configured', 'REQUIRED');

/** By alias. Top-level flows come before the flows in them. */
const FLOWS: Readonly<Record<string, FlowRow>> = {
  browser: {
    description: 'Sign-in in a browser',
    steps: [
      step('auth-cookie', 'ALTERNATIVE'),
      step('auth-spnego', 'DISABLED'),
      step('identity-provider-redirector', 'ALTERNATIVE'),
      inner('Organization', 'ALTERNATIVE'),
      inner('forms', 'ALTERNATIVE'),
    ],
  },
  Organization: {
    description: 'Sign-in of members of organizations',
    isInner: true,
    steps: [inner('Browser - Conditional Organization', 'CONDITIONAL')],
  },
  'Browser - Conditional Organization': {
    description: 'Whether the user is asked for an organization',
    isInner: true,
    steps: [CONFIGURED, step('organization', 'ALTERNATIVE')],
  },
  forms: {
    description: 'Username, password and second factor',
    isInner: true,
    steps: [
      step('auth-username-password-form', 'REQUIRED'),
      inner('Browser - Conditional 2FA', 'CONDITIONAL'),
    ],
  },
  'Browser - Conditional 2FA': {
    description: 'Whether a second factor is required',
    isInner: true,
    steps: [
      CONFIGURED,
      step('conditional-credential', 'REQUIRED', 'browser-conditional-credential'),
      ...SECOND_FACTORS,
    ],
  },
  'direct grant': {
    description: 'Password grant',
    steps: [
      step('direct-grant-validate-username', 'REQUIRED'),
      step('direct-grant-validate-password', 'REQUIRED'),
      inner('Direct Grant - Conditional OTP', 'CONDITIONAL'),
    ],
  },
  'Direct Grant - Conditional OTP': {
    description: 'Whether a one-time code is required',
    isInner: true,
    steps: [CONFIGURED, step('direct-grant-validate-otp', 'REQUIRED')],
  },
  registration: {
    description: 'Registration of users',
    steps: [inner('registration form', 'REQUIRED', 'registration-page-form')],
  },
  'registration form': {
    description: 'The registration page',
    type: 'form-flow',
    isInner: true,
    steps: [
      step('registration-user-creation', 'REQUIRED'),
      step('registration-password-action', 'REQUIRED'),
      step('registration-recaptcha-action', 'DISABLED'),
      step('registration-terms-and-conditions', 'DISABLED'),
    ],
  },
  'reset credentials': {
    description: 'Forgotten passwords',
    steps: [
      step('reset-credentials-choose-user', 'REQUIRED'),
      step('reset-credential-email', 'REQUIRED'),
      step('reset-password', 'REQUIRED'),
      inner('Reset - Conditional OTP', 'CONDITIONAL'),
    ],
  },
  'Reset - Conditional OTP': {
    description: 'Whether the one-time code is reset, too',
    isInner: true,
    steps: [CONFIGURED, step('reset-otp', 'REQUIRED')],
  },
  clients: {
    description: 'Authentication of clients',
    type: 'client-flow',
    steps: ['client-secret', 'client-jwt', 'client-secret-jwt', 'client-x509'].map((method) =>
      step(method, 'ALTERNATIVE'),
    ),
  },
  'first broker login': {
    description: 'First sign-in through an identity provider',
    steps: [
      step('idp-review-profile', 'REQUIRED', 'review profile config'),
      inner('User creation or linking', 'REQUIRED'),
      inner('First Broker Login - Conditional Organization', 'CONDITIONAL'),
    ],
  },
  'User creation or linking': {
    description: 'A new user, or the link to an existing one',
    isInner: true,
    steps: [
      step('idp-create-user-if-unique', 'ALTERNATIVE', 'create unique user config'),
      inner('Handle Existing Account', 'ALTERNATIVE'),
    ],
  },
  'Handle Existing Account': {
    description: 'What happens if the user exists',
    isInner: true,
    steps: [step('idp-confirm-link', 'REQUIRED'), inner('Account verification options', 'REQUIRED')],
  },
  'Account verification options': {
    description: 'How the existing user is verified',
    isInner: true,
    steps: [
      step('idp-email-verification', 'ALTERNATIVE'),
      inner('Verify Existing Account by Re-authentication', 'ALTERNATIVE'),
    ],
  },
  'Verify Existing Account by Re-authentication': {
    description: 'Sign-in of the existing user',
    isInner: true,
    steps: [
      step('idp-username-password-form', 'REQUIRED'),
      inner('First broker login - Conditional 2FA', 'CONDITIONAL'),
    ],
  },
  'First broker login - Conditional 2FA': {
    description: 'Whether a second factor is required',
    isInner: true,
    steps: [
      CONFIGURED,
      step('conditional-credential', 'REQUIRED', 'first-broker-login-conditional-credential'),
      ...SECOND_FACTORS,
    ],
  },
  'First Broker Login - Conditional Organization': {
    description: 'Whether the user becomes a member of an organization',
    isInner: true,
    steps: [CONFIGURED, step('idp-add-organization-member', 'REQUIRED')],
  },
  'docker auth': {
    description: 'Container registries',
    steps: [step('docker-http-basic-authenticator', 'REQUIRED')],
  },
  'saml ecp': {
    description: 'SAML enhanced clients and proxies',
    steps: [step('http-basic-authenticator', 'REQUIRED')],
  },
};

/** By alias. */
const CONFIGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'browser-conditional-credential': { credentials: 'webauthn-passwordless' },
  'first-broker-login-conditional-credential': { credentials: 'webauthn-passwordless' },
  'review profile config': { 'update.profile.on.first.login': 'missing' },
  'create unique user config': { 'require.password.update.after.registration': 'false' },
};

type Members = Readonly<Record<string, unknown>>;

const PRIORITY_STEP = 10;

const executionOf = ({ authenticator, flow, requirement, config }: Step, index: number): Members => ({
  ...(authenticator === undefined ? {} : { authenticator }),
  ...(config === undefined ? {} : { authenticatorConfig: config }),
  authenticatorFlow: flow !== undefined,
  requirement,
  priority: (index + 1) * PRIORITY_STEP,
  ...(flow === undefined ? {} : { flowAlias: flow }),
  userSetupAllowed: false,
});

/** As in a realm file. The identifiers follow from the realm's. */
export function builtInFlows(realmId: string): readonly Members[] {
  return Object.entries(FLOWS).map(([alias, { description, type = 'basic-flow', isInner, steps }]) => ({
    id: createNameUuid(`${realmId} flow ${alias}`),
    alias,
    description,
    providerId: type,
    topLevel: isInner !== true,
    builtIn: true,
    authenticationExecutions: steps.map(executionOf),
  }));
}

/** The settings that {@link builtInFlows} refer to. */
export function builtInAuthenticatorConfigs(realmId: string): readonly Members[] {
  return Object.entries(CONFIGS).map(([alias, config]) => ({
    id: createNameUuid(`${realmId} authenticator config ${alias}`),
    alias,
    config,
  }));
}
