// The steps of a forgotten password: who, a link by e-mail, and what is set anew.
import {
  OTP_RESET_SETTING,
  type OtpResetAction,
  type ResetStepName,
} from '#protocol/contract/flow-step-names.ts';
import {
  type AuthenticatorStep,
  type FlowTree,
  listAuthenticators,
} from '#protocol/realm/flows/flow-tree.ts';
import { passwordCredential } from '#protocol/realm/users/credentials.ts';
import { hasOneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import { isActionEnabled } from '#protocol/realm/users/required-actions.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Levels } from '../levels.ts';
import { BROWSER_STEPS } from './browser-steps.ts';
import type { Ask, FlowRun, StepOutcome, StepRow } from './flow-step.ts';

export const CHOOSE_USER: ResetStepName = 'reset-credentials-choose-user';
const EMAIL: ResetStepName = 'reset-credential-email';

const askOnce =
  (ask: Ask): StepRow['run'] =>
  ({ facts }, { key }) =>
    facts.done[key] === undefined ? { did: 'asked', ask } : { did: 'succeeded' };

/** The required action follows. */
function setUpAnew(run: FlowRun, action: string): StepOutcome {
  if (!isActionEnabled(run.facts.realm, action))
    return { did: 'succeeded', why: `${action} is disabled in the realm` };
  run.setUps.push(action);
  return { did: 'succeeded', why: `${action} follows` };
}

/** Compat: in a conditional flow only for users who have what the action replaces. */
const resets = (action: string, has: (user: StoredUser) => boolean): StepRow => ({
  needsUser: true,
  isConfigured: (_run, user) => has(user),
  setUp: action,
  run: (run) => setUpAnew(run, action),
});

const OTP_ACTION = 'CONFIGURE_TOTP';

/** What is asked by value of the setting. Compat: every other value means "Remove none". */
const REMOVALS: ReadonlyMap<string | undefined, Ask> = new Map<OtpResetAction | undefined, Ask>([
  ['Remove one', 'remove-otp'],
  ['Remove all', 'remove-all-otp'],
]);

const isDone = ({ facts }: FlowRun, { key }: AuthenticatorStep): boolean => facts.done[key] !== undefined;

/** Authenticators are removed before the user sets up another one, and only once in a tab. */
const RESET_OTP: StepRow = {
  needsUser: true,
  // A user whose only authenticator was removed here still sets up another one.
  isConfigured: (run, user, step) => hasOneTimeCodes(user) || isDone(run, step),
  setUp: OTP_ACTION,
  run: (run, step) => {
    const ask = REMOVALS.get(step.config[OTP_RESET_SETTING]);
    const removes =
      ask !== undefined && !isDone(run, step) && run.user !== undefined && hasOneTimeCodes(run.user);
    return removes ? { did: 'asked', ask } : setUpAnew(run, OTP_ACTION);
  },
};

/** By provider ID. */
export const RESET_STEPS: Readonly<Record<ResetStepName, StepRow>> = {
  [CHOOSE_USER]: { run: askOnce('reset-user') },
  [EMAIL]: { needsUser: true, run: askOnce('reset-email') },
  'reset-password': resets('UPDATE_PASSWORD', (user) => passwordCredential(user) !== undefined),
  'reset-otp': RESET_OTP,
  'auth-otp-form': BROWSER_STEPS['auth-otp-form'],
  'auth-conditional-otp-form': BROWSER_STEPS['auth-conditional-otp-form'],
  'auth-recovery-authn-code-form': BROWSER_STEPS['auth-recovery-authn-code-form'],
  'allow-access-authenticator': BROWSER_STEPS['allow-access-authenticator'],
  'deny-access-authenticator': BROWSER_STEPS['deny-access-authenticator'],
};

const at = (keys: readonly string[], now: number): Levels =>
  Object.fromEntries(keys.map((key) => [key, now]));

/** The steps that whoever enters a name has passed. */
export function passedByName({ steps }: FlowTree, now: number): Levels {
  const named = listAuthenticators(steps).filter(({ authenticator }) => authenticator === CHOOSE_USER);
  return at(
    named.map(({ key }) => key),
    now,
  );
}

/** The steps that whoever opens the link has passed: the one that sent it, and those before it. */
export function passedByLink({ steps }: FlowTree, now: number): Levels {
  const all = listAuthenticators(steps);
  const sent = all.findLastIndex(({ authenticator }) => authenticator === EMAIL);
  return at(
    all.slice(0, sent + 1).map(({ key }) => key),
    now,
  );
}
