// The steps of the password grant: what the request must prove, without any page.
import type { DirectStepName } from '#protocol/contract/flow-step-names.ts';
import { hasOneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import { BROWSER_STEPS } from './browser-steps.ts';
import type { Ask, StepRow } from './flow-step.ts';

const checkOnce =
  (ask: Ask): StepRow['run'] =>
  ({ facts }, { key }) =>
    facts.done[key] === undefined ? { did: 'asked', ask } : { did: 'succeeded' };

/** By provider ID. */
export const DIRECT_STEPS: Readonly<Record<DirectStepName, StepRow>> = {
  'direct-grant-validate-username': { run: checkOnce('direct-username') },
  'direct-grant-validate-password': {
    needsUser: true,
    credential: 'password',
    run: checkOnce('direct-password'),
  },
  'direct-grant-validate-otp': {
    needsUser: true,
    isConfigured: (_run, user) => hasOneTimeCodes(user),
    credential: 'otp',
    run: checkOnce('direct-otp'),
  },
  'allow-access-authenticator': BROWSER_STEPS['allow-access-authenticator'],
  'deny-access-authenticator': BROWSER_STEPS['deny-access-authenticator'],
};
