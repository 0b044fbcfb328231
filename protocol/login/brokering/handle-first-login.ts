// Processes the forms of a first sign-in through an identity provider.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { findProfileFaults } from '#protocol/realm/profile/check-profile.ts';
import type { AuthenticationSession, Progress } from '../authentication-session.ts';
import type { Parts } from '../complete-sign-in.ts';
import { continueSignIn, proceed } from '../continue-sign-in.ts';
import { showExpired } from '../late-answers.ts';
import type { BrokeringPage } from '../next-page-types.ts';
import { findAddressProblem } from '../organizations/join-organization.ts';
import { messageOfFault } from '../profile-form/fault-message.ts';
import { readProfileValues } from '../profile-form/profile-form.ts';
import type { FieldProblems } from '../required-actions/required-action.ts';
import { readSubmittedForm } from '../submitted-form.ts';
import { EN } from '../texts/table.ts';
import { CHOICE, LINK, REVIEW } from './brokering-pages.ts';
import { listReviewFields } from './load-brokered.ts';

const SECTION = 'Keycloak first broker login';

/** POST: the profile, or the answer to the question whether a user is linked. */
export async function handleFirstLogin(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const form = await readSubmittedForm(parts, exchange);
  if (form.reply !== undefined) return form.reply;
  const { authentication: tab, page } = form;
  if (page.next === 'review-profile') return takeProfile(parts, exchange, tab, page);
  if (page.next === 'confirm-link') return takeChoice(parts, exchange, tab, page);
  if (page.next === 'link-email') return sendAgain(parts, exchange, tab);
  // The link has been opened meanwhile, in another browser.
  return exchange.method === 'GET' ? continueSignIn(parts, exchange, tab) : showExpired(exchange, tab);
}

/** The page sends the link when the tab has not had it sent. */
async function sendAgain(parts: Parts, exchange: RealmExchange, tab: AuthenticationSession): Promise<Reply> {
  const { linkSentTo: _sent, ...progress } = tab.progress;
  return goOn(parts, exchange, tab, progress);
}

async function takeProfile(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  page: BrokeringPage,
): Promise<Reply> {
  const { realm, form } = exchange;
  const fields = listReviewFields(realm, tab.request);
  const reviewed = readProfileValues(form, fields);
  const faults = await findProfileFaults(realm, parts.deps.store.users, fields, undefined, reviewed);
  // Compat: the flow asks about names and addresses that a user has already.
  const wrong = faults.filter(({ kind }) => kind !== 'email-taken' && kind !== 'username-taken');
  const { provider } = page.brokered.identity;
  const address = findAddressProblem(realm, provider, reviewed['email']?.[0] ?? '');
  if (wrong.length > 0 || address !== undefined) {
    const problems = Object.fromEntries(wrong.map((fault) => [fault.field, messageOfFault(fault)]));
    return refuseProfile(parts, exchange, tab, page, {
      ...(address === undefined ? {} : { email: address }),
      ...problems,
    });
  }
  const { brokered } = tab.progress;
  if (brokered === undefined) return showExpired(exchange, tab);
  exchange.activity.recordPass(
    'review-profile',
    `The profile of ${brokered.identity.username} was reviewed.`,
    SECTION,
  );
  return goOn(parts, exchange, tab, {
    ...tab.progress,
    done: { ...tab.progress.done, [page.key]: exchange.clock.now() },
    brokered: { ...brokered, reviewed, mustReview: false },
  });
}

function refuseProfile(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  page: BrokeringPage,
  problems: FieldProblems,
): Promise<Reply> {
  const texts = Object.entries(problems).map(([field, { text }]) => `${field}: ${text}`);
  const error = new OAuthError('invalid_request', {
    description: texts.join(' '),
    reason: `The profile is not as the realm requires. ${texts.join(' ')}`,
    remedy: 'Correct the fields, as the user profile of the realm says.',
    section: SECTION,
  });
  exchange.activity.refused(error, 'review-profile');
  return proceed(parts, exchange, tab, page, { problems });
}

async function takeChoice(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  page: BrokeringPage,
): Promise<Reply> {
  const { progress } = tab;
  const { brokered } = progress;
  const choice = exchange.form.get(CHOICE);
  if (brokered === undefined || (choice !== LINK && choice !== REVIEW))
    return refuseChoice(parts, exchange, tab, page);
  if (choice === REVIEW)
    return goOn(parts, exchange, tab, { ...progress, done: {}, brokered: { ...brokered, mustReview: true } });
  return goOn(parts, exchange, tab, {
    ...progress,
    done: { ...progress.done, [page.key]: exchange.clock.now() },
    notice: EN.federatedIdentityConfirmReauthenticateMessage.replace('{0}', page.brokered.providerName),
  });
}

function refuseChoice(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  page: BrokeringPage,
): Promise<Reply> {
  const error = new OAuthError('invalid_request', {
    description: EN['understudy.chooseLinkOrReview'],
    reason: `The field ${CHOICE} is neither ${LINK} nor ${REVIEW}.`,
    remedy: `Send ${CHOICE}=${LINK} or ${CHOICE}=${REVIEW}, as the buttons of the page do.`,
    section: SECTION,
  });
  exchange.activity.refused(error, 'confirm-link');
  return proceed(parts, exchange, tab, page, { notice: error.description });
}

/** The same form may have been submitted twice at once: the first one processed wins. */
async function goOn(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  progress: Progress,
): Promise<Reply> {
  const own = await parts.authentications.advance(exchange, tab, { progress });
  return own === undefined ? showExpired(exchange, tab) : continueSignIn(parts, exchange, own);
}
