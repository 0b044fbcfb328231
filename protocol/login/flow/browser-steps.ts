// The steps of a sign-in in a browser.
import type { BrowserStepName } from '#protocol/contract/flow-step-names.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { AuthenticatorStep } from '#protocol/realm/flows/flow-tree.ts';
import { passwordCredential } from '#protocol/realm/users/credentials.ts';
import { hasOneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import {
  CONFIGURE_RECOVERY_CODES,
  hasRecoveryCodes,
  RECOVERY_CODES,
} from '#protocol/realm/users/recovery-codes.ts';
import { OTP_LEVEL, PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import { findIdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { sessionLevels, validLevels } from '../levels.ts';
import { decideConditionalOtp } from './conditional-otp.ts';
import { highestReached } from './flow-levels.ts';
import type { Ask, FlowRun, StepOutcome, StepRow } from './flow-step.ts';
import { isChoiceDue, organizationStep } from './organization-step.ts';

const attempted = (why: string): StepOutcome => ({ did: 'attempted', why });
const SUCCEEDED: StepOutcome = { did: 'succeeded' };

/** Asks once per tab. */
const askOnce =
  (ask: Ask): StepRow['run'] =>
  ({ facts }, { key }) =>
    facts.done[key] === undefined ? { did: 'asked', ask } : SUCCEEDED;

/**
 * Single sign-on. OIDC Core §3.1.2.3. Compat: if the request requires a higher level than the session has, the
 * session's user is known and the other steps follow.
 */
function runCookie(run: FlowRun): StepOutcome {
  const { facts } = run;
  const { session, realm, tree, identified, requestedLevel, now } = facts;
  if ('missing' in session) {
    run.user ??= facts.known;
    return attempted(session.missing);
  }
  if (identified !== undefined && identified.id !== session.user.id)
    return attempted(`another user, ${identified.username}, is signing in`);
  const levels = validLevels(realm, sessionLevels(session.session), now);
  const level = tree.levels.length > 0 ? highestReached(facts, levels) : PASSWORD_LEVEL;
  if (tree.levels.length === 0 && levels[PASSWORD_LEVEL] === undefined) {
    run.user ??= session.user;
    return attempted('the level that the session has reached is too old');
  }
  run.user = identified ?? session.user;
  run.levels = { ...levels, ...run.levels };
  run.level = Math.max(run.level, level);
  if (tree.levels.length > 0 && requestedLevel > level)
    return attempted(`the request requires level ${requestedLevel}, and the session has ${level}`);
  run.session = session;
  if (isChoiceDue(facts, session.user))
    return attempted(`${session.user.username} must choose an organization first`);
  return { did: 'succeeded', why: `the browser has a session of ${session.user.username}` };
}

/** The name only. Somebody who must authenticate again is known already. */
const runUsernameForm: StepRow['run'] = (run, step) =>
  run.user === undefined ? askOnce('username')(run, step) : SUCCEEDED;

/** A code that the person has proven by setting the device up in this tab is not asked again. */
const runOtp: StepRow['run'] = (run, step) =>
  run.facts.levels[OTP_LEVEL] === undefined ? askOnce('otp')(run, step) : SUCCEEDED;

/** Codes that the person has been given in this tab are not asked for at once. */
const runRecoveryCode: StepRow['run'] = (run, step) =>
  run.facts.completedActions.includes(CONFIGURE_RECOVERY_CODES)
    ? SUCCEEDED
    : askOnce('recovery-code')(run, step);

const runConditionalOtp: StepRow['run'] = (run, step) => {
  const { isAsked, why } = decideConditionalOtp(run, step);
  return isAsked ? runOtp(run, step) : { did: 'succeeded', why };
};

/** Compat: status and error as Keycloak's; the message is the setting's, or else Keycloak's. */
function runDeny({ facts }: FlowRun, { config }: AuthenticatorStep): StepOutcome {
  const { alias } = facts.tree;
  return {
    did: 'refused',
    error: new OAuthError('access_denied', {
      description: config['denyErrorMessage'] || 'Access denied',
      status: 401,
      reason: `Step "Deny access" of flow ${alias} was reached.`,
      remedy: `Change the conditions before this step in flow ${alias}, or disable it (Realm, Flows in the console).`,
    }),
  };
}

/** Offered by no one here: it never has anything to ask. */
const absent = (why: string): StepRow => ({ isConfigured: () => false, run: () => attempted(why) });

/** Compat: an empty hint means that no provider is wanted, an unknown one that the person chooses. */
function runRedirector({ facts }: FlowRun, { config }: AuthenticatorStep): StepOutcome {
  const { realm, providerHint, noRedirect, isPassive } = facts;
  if (noRedirect !== undefined) return attempted(noRedirect);
  if (providerHint === '') return attempted('the request wants no identity provider (kc_idp_hint is empty)');
  const alias = providerHint ?? config['defaultProvider'] ?? '';
  if (alias === '')
    return attempted('the request names no identity provider, and the step has no default one');
  const provider = findIdentityProvider(realm, alias);
  if (provider === undefined || !provider.enabled || provider.isLinkOnly)
    return attempted(`the realm has no identity provider ${alias} with which people sign in`);
  if (isPassive === true && !provider.acceptsPassive)
    return attempted(
      `the request does not allow a page, and identity provider ${alias} gets no prompt=none (config.acceptsPromptNoneForwardFromClient)`,
    );
  return { did: 'asked', ask: 'provider', provider: alias };
}

/** By provider ID. */
export const BROWSER_STEPS: Readonly<Record<BrowserStepName, StepRow>> = {
  'auth-cookie': { run: runCookie },
  'auth-spnego': absent('the browser sends no Kerberos ticket'),
  'identity-provider-redirector': { run: runRedirector },
  organization: organizationStep,
  'auth-username-password-form': { credential: 'password', run: askOnce('sign-in') },
  'auth-username-form': { run: runUsernameForm },
  'auth-password-form': {
    needsUser: true,
    isConfigured: (_run, user) => passwordCredential(user) !== undefined,
    credential: 'password',
    run: askOnce('password'),
  },
  'auth-otp-form': {
    needsUser: true,
    isConfigured: (_run, user) => hasOneTimeCodes(user),
    setUp: 'CONFIGURE_TOTP',
    credential: 'otp',
    run: runOtp,
  },
  'auth-conditional-otp-form': {
    needsUser: true,
    isConfigured: (run, user, step) => hasOneTimeCodes(user) || !decideConditionalOtp(run, step).isAsked,
    setUp: 'CONFIGURE_TOTP',
    credential: 'otp',
    run: runConditionalOtp,
  },
  'auth-recovery-authn-code-form': {
    needsUser: true,
    // With the last code, the credential ends: whoever has just used it has passed the step.
    isConfigured: ({ facts }, user, { key }) => facts.done[key] !== undefined || hasRecoveryCodes(user),
    setUp: CONFIGURE_RECOVERY_CODES,
    credential: RECOVERY_CODES,
    run: runRecoveryCode,
  },
  'allow-access-authenticator': { run: () => SUCCEEDED },
  'deny-access-authenticator': { run: runDeny },
};

/**
 * The steps after a sign-in through an identity provider, which has said who the person is. Choice: a user without a
 * password is not asked for one (docs/differences-to-keycloak.md, "Other identity providers").
 */
export const POST_LOGIN_STEPS: Readonly<Record<BrowserStepName, StepRow>> = {
  ...BROWSER_STEPS,
  'auth-username-password-form': {
    ...BROWSER_STEPS['auth-username-password-form'],
    run: (run, step) =>
      run.user !== undefined && passwordCredential(run.user) === undefined
        ? { did: 'succeeded', why: `user ${run.user.username} has no password` }
        : askOnce('sign-in')(run, step),
  },
};
