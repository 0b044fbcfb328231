// The steps of a first sign-in through an identity provider: the profile is reviewed, and a user is made or linked.
import type { FirstLoginStepName } from '#protocol/contract/flow-step-names.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { isKeptObject } from '#protocol/realm/kept-objects.ts';
import { passwordCredential } from '#protocol/realm/users/credentials.ts';
import { findIdentity } from '#protocol/realm/users/federated-identities.ts';
import { findOrganizationOfProvider } from '#protocol/realm/view/organization-sign-in.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { BrokeredFacts, ExistingUser } from '../brokering/brokered.ts';
import { messageOf } from '../texts/message.ts';
import { BROWSER_STEPS } from './browser-steps.ts';
import type { Ask, FlowRun, StepOutcome, StepRow } from './flow-step.ts';

/** The step that sends a link. */
export const LINK_BY_EMAIL = 'idp-email-verification';

const SUCCEEDED: StepOutcome = { did: 'succeeded' };
const NO_ACCOUNT = 'no user has the name or address of the person';

const attempted = (why: string): StepOutcome => ({ did: 'attempted', why });

/** @throws {TypeError} in a flow that no provider has started. */
function brokeredOf({ facts }: FlowRun): BrokeredFacts {
  if (facts.brokered === undefined) throw new TypeError('no provider has identified anyone');
  return facts.brokered;
}

/** When the profile is shown: always, when something is missing, or never. */
const REVIEW_SETTING = 'update.profile.on.first.login';

/** Compat: without a setting, the page is shown when something is missing. */
const runReview: StepRow['run'] = (run, { key, config }) => {
  const { isComplete, mustReview } = brokeredOf(run);
  if (run.facts.done[key] !== undefined) return SUCCEEDED;
  if (mustReview === true) return { did: 'asked', ask: 'review-profile' };
  const setting = config[REVIEW_SETTING] ?? 'missing';
  if (setting === 'off') return { did: 'succeeded', why: 'the profile is not reviewed' };
  if (setting === 'missing' && isComplete) return { did: 'succeeded', why: 'the profile is complete' };
  return { did: 'asked', ask: 'review-profile' };
};

/** The same person may have become a user in another browser meanwhile: then that user is signed in. */
const runCreate: StepRow['run'] = (run) => {
  const { existing, identity } = brokeredOf(run);
  const isOwn =
    existing !== undefined && findIdentity(existing.user, identity.provider)?.userId === identity.id;
  return existing === undefined || isOwn
    ? { did: 'asked', ask: 'create-user' }
    : attempted(describe(existing));
};

function describe({ user, field, value }: ExistingUser): string {
  return `user ${user.username} has the ${field === 'email' ? 'e-mail address' : 'user name'} ${value}`;
}

/** A page that the user with the same name or address is asked. */
const askExisting =
  (ask: Ask): StepRow['run'] =>
  (run, { key }) => {
    if (brokeredOf(run).existing === undefined) return attempted(NO_ACCOUNT);
    return run.facts.done[key] === undefined ? { did: 'asked', ask } : SUCCEEDED;
  };

/** Compat: what was entered in the review is not what the provider says, and no reason to write to anyone. */
function isOfProvider({ identity, reviewed }: BrokeredFacts): boolean {
  if (reviewed === undefined) return true;
  const { email = [identity.email ?? ''], username = [identity.localUsername] } = reviewed;
  const isSame = (one: string | undefined, other = ''): boolean =>
    (one ?? '').trim().toLowerCase() === other.toLowerCase();
  return isSame(email[0], identity.email) && isSame(username[0], identity.localUsername);
}

/** Compat: a realm without a mail server lets the next alternative have its turn. */
const hasMailServer = ({ stored }: Realm): boolean =>
  isKeptObject(stored.smtpServer) && Object.keys(stored.smtpServer).length > 0;

/** The link that has been sent to the user with the same name or address. */
const runEmail: StepRow['run'] = (run, { key }) => {
  const { facts, user } = run;
  const brokered = brokeredOf(run);
  const { existing } = brokered;
  if (existing === undefined) return attempted(NO_ACCOUNT);
  if (facts.done[key] !== undefined && user?.id === existing.user.id) return SUCCEEDED;
  if (!hasMailServer(facts.realm))
    return attempted(`realm ${facts.realm.name} has no mail server (smtpServer)`);
  if (!isOfProvider(brokered)) return attempted('the user name or e-mail address was changed in the review');
  if ((existing.user.email ?? '') === '')
    return attempted(`user ${existing.user.username} has no e-mail address`);
  return { did: 'asked', ask: 'link-email' };
};

/** The password of the user with the same name or address. */
const runPassword: StepRow['run'] = (run, { key }) => {
  const { existing } = brokeredOf(run);
  if (existing === undefined) return attempted(NO_ACCOUNT);
  if (run.facts.done[key] !== undefined) return SUCCEEDED;
  if (passwordCredential(existing.user) === undefined)
    return attempted(`user ${existing.user.username} has no password`);
  run.user ??= existing.user;
  return { did: 'asked', ask: 'password' };
};

const runAutoLink: StepRow['run'] = (run) => {
  const { existing } = brokeredOf(run);
  if (existing === undefined) return attempted(NO_ACCOUNT);
  run.user ??= existing.user;
  return { did: 'succeeded', why: `${describe(existing)}, and is linked without being asked` };
};

/** Compat: Keycloak's status and message. */
const runDetect: StepRow['run'] = (run) => {
  const { existing, identity, providerName } = brokeredOf(run);
  if (existing !== undefined) return { did: 'succeeded', why: describe(existing) };
  return {
    did: 'refused',
    error: new OAuthError('access_denied', {
      description: messageOf('federatedIdentityUnavailableMessage', identity.username, providerName).text,
      status: 401,
      reason: `Flow ${run.facts.tree.alias} signs in only users that the realm has, and ${NO_ACCOUNT}.`,
      remedy: `Add a user with e-mail ${identity.email ?? '(none)'} to realm ${run.facts.realm.name}, or use a flow with idp-create-user-if-unique.`,
    }),
  };
};

/** The membership itself follows with the link between user and provider. */
const runMember: StepRow['run'] = (run) => {
  const organization = findOrganizationOfProvider(run.facts.realm, brokeredOf(run).identity.provider);
  return organization === undefined
    ? attempted('the identity provider belongs to no organization')
    : { did: 'succeeded', why: `the user becomes a member of the organization ${organization.name}` };
};

/** By provider ID. */
export const FIRST_LOGIN_STEPS: Readonly<Record<FirstLoginStepName, StepRow>> = {
  'idp-review-profile': { run: runReview },
  'idp-create-user-if-unique': { run: runCreate },
  'idp-confirm-link': { run: askExisting('confirm-link') },
  [LINK_BY_EMAIL]: { run: runEmail },
  'idp-username-password-form': { credential: 'password', run: runPassword },
  'idp-auto-link': { run: runAutoLink },
  'idp-detect-existing-user': { run: runDetect },
  'idp-add-organization-member': {
    needsUser: true,
    isConfigured: (run) =>
      findOrganizationOfProvider(run.facts.realm, brokeredOf(run).identity.provider) !== undefined,
    run: runMember,
  },
  'auth-otp-form': BROWSER_STEPS['auth-otp-form'],
  'auth-conditional-otp-form': BROWSER_STEPS['auth-conditional-otp-form'],
  'auth-recovery-authn-code-form': BROWSER_STEPS['auth-recovery-authn-code-form'],
  'allow-access-authenticator': BROWSER_STEPS['allow-access-authenticator'],
  'deny-access-authenticator': BROWSER_STEPS['deny-access-authenticator'],
};
