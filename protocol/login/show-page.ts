// Renders a tab's next page.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { Html } from '#protocol/http/html.ts';
import { listOtpDevices } from '#protocol/realm/users/one-time-codes.ts';
import { countRecoveryCodes, nextRecoveryCode } from '#protocol/realm/users/recovery-codes.ts';
import { recoveryCodesThresholdOf } from '#protocol/realm/users/required-actions.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { listPublicProviders, listRealmProviders } from '#protocol/realm/view/organization-sign-in.ts';
import { domainOf } from '#protocol/realm/view/organizations.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession } from './authentication-session.ts';
import {
  renderConfirmLinkPage,
  renderLinkEmailPage,
  renderReviewProfilePage,
} from './brokering/brokering-pages.ts';
import { listReviewFields } from './brokering/load-brokered.ts';
import { readRememberedUsername } from './browser-cookies.ts';
import { clientNameOf } from './client-name.ts';
import type { Parts } from './complete-sign-in.ts';
import { renderConsentPage } from './consent-page.ts';
import type { NotRecognised } from './executions/execution.ts';
import { EXECUTION_OF } from './executions/table.ts';
import {
  actionFormUrl,
  consentUrl,
  firstLoginPageUrl,
  firstLoginUrl,
  formUrl,
  providerUrl,
  registrationUrl,
  requiredActionUrl,
  resetCredentialsUrl,
  restartUrl,
} from './login-action-url.ts';
import { isNamedUser, listNamedUsers } from './named-users.ts';
import type { BrokeringPage, OrganizationPage, ShownPage, StepPage } from './next-page-types.ts';
import { ORGANIZATION_FORM, renderSelectOrganizationPage } from './organizations/select-organization-page.ts';
import { renderOtpPage } from './otp-page.ts';
import type { OfferedProvider } from './provider-buttons.ts';
import { renderRecoveryCodePage } from './recovery-code-page.ts';
import { renderRemoveOtpPage } from './remove-otp-page.ts';
import { requestedScopes } from './requested-scopes.ts';
import type { FieldProblems } from './required-actions/required-action.ts';
import { findRequiredAction } from './required-actions/table.ts';
import { renderSelectPage } from './select-page.ts';
import { renderSignInPage, type SignInPage } from './sign-in-page.ts';
import type { StepLinks } from './step-links.ts';
import { messageOf } from './texts/message.ts';
import { inLanguageOf, textsOf } from './texts/page-texts.ts';
import { EN } from './texts/table.ts';

/** Messages on a page. */
export interface PageProblem {
  readonly notice?: string;
  readonly failed?: NotRecognised;
  /** Errors by field name. */
  readonly problems?: FieldProblems;
  /** The one-time code to fill in. */
  readonly code?: string;
}

/** Renders the page of an authentication session whose current state is already stored. */
export async function showPage(
  parts: Parts,
  answered: RealmExchange,
  authentication: AuthenticationSession,
  page: ShownPage,
  problem: PageProblem = {},
): Promise<Reply> {
  const exchange = inLanguageOf(answered, authentication, userOf(page));
  if (problem.failed === undefined && problem.problems === undefined) exchange.activity.outcome('asked');
  if ('user' in page) exchange.activity.user(page.user.username);
  switch (page.next) {
    case 'sign-in':
    case 'username':
    case 'password':
      return showSignIn(parts, exchange, authentication, page, userOf(page), problem);
    case 'otp':
      return renderOtpPage(exchange, {
        ...stepLinks(exchange, authentication, page),
        action: formUrl(exchange, authentication, 'otp'),
        username: page.user.username,
        problem: describeFailure(exchange, problem),
        code: problem.code,
        canFillIn: isNamedUser(page.user),
      });
    case 'recovery-code':
      return renderRecoveryCodePage(exchange, {
        ...stepLinks(exchange, authentication, page),
        action: formUrl(exchange, authentication, 'recovery-code'),
        username: page.user.username,
        number: nextRecoveryCode(page.user),
        fewLeft: fewRecoveryCodes(exchange, page.user),
        problem: describeFailure(exchange, problem),
      });
    case 'remove-otp':
      return renderRemoveOtpPage(exchange, {
        ...stepLinks(exchange, authentication, page),
        action: formUrl(exchange, authentication, 'remove-otp'),
        username: page.user.username,
        devices: listOtpDevices(page.user),
        problem: describeFailure(exchange, problem),
      });
    case 'required-action': {
      const action = findRequiredAction(page.name);
      if (action === undefined) throw new TypeError(`no required action "${page.name}"`);
      return action.render(exchange, {
        action: actionFormUrl(exchange, authentication, page.name),
        user: page.user,
        pageUrl: requiredActionUrl(exchange, authentication, page.name),
        problems: problem.problems ?? {},
        code: problem.code,
        isInitiated: page.isInitiated === true,
        verificationSentTo: authentication.progress.verificationSentTo,
        secret: authentication.progress.secret,
        recoveryCodes: authentication.progress.recoveryCodes,
        scopes: requestedScopes(exchange.realm, authentication.request),
        parameter: authentication.request.action?.parameter,
      });
    }
    case 'review-profile':
    case 'confirm-link':
    case 'link-email':
      return showBrokering(exchange, authentication, page, problem);
    case 'name-first':
    case 'select-organization':
      return showOrganization(parts, exchange, authentication, page, problem);
    case 'consent':
      return renderConsentPage(exchange, {
        action: consentUrl(exchange, authentication),
        sessionCode: authentication.sessionCode,
        username: page.user.username,
        question: page.question,
        notice: describe(exchange, problem.notice),
      });
  }
}

async function showOrganization(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: OrganizationPage,
  problem: PageProblem,
): Promise<Reply> {
  if (page.next === 'name-first') return showNameFirst(parts, exchange, authentication, page, problem);
  return renderSelectOrganizationPage(exchange, {
    action: formUrl(exchange, authentication, ORGANIZATION_FORM),
    username: page.user.username,
    anotherUserUrl: restartUrl(exchange, authentication, false),
    organizations: page.organizations,
    problem: describe(exchange, problem.notice),
  });
}

/** The pages of a first sign-in through an identity provider. */
function showBrokering(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  { next, brokered }: BrokeringPage,
  { problems = {}, notice }: PageProblem,
): Reply {
  const action = firstLoginUrl(exchange, authentication, next);
  if (next === 'confirm-link')
    return renderConfirmLinkPage(exchange, { action, brokered, problem: describe(exchange, notice) });
  if (next === 'link-email')
    return renderLinkEmailPage(exchange, {
      brokered,
      resendUrl: action,
      continueUrl: firstLoginPageUrl(exchange, authentication),
    });
  const fields = listReviewFields(exchange.realm, authentication.request);
  return renderReviewProfilePage(exchange, { action, brokered, fields, problems });
}

/** A message in the language of the page. */
function describe(exchange: RealmExchange, message: string | undefined): Html | undefined {
  return message === undefined ? undefined : textsOf(exchange).showDescriptionHtml(message);
}

const describeFailure = (exchange: RealmExchange, { failed }: PageProblem): Html | undefined =>
  describe(exchange, failed?.message);

/** The user whom the page is for, if it is known. */
function userOf(page: ShownPage): StoredUser | undefined {
  if ('user' in page) return page.user;
  return page.next === 'sign-in' ? page.known : undefined;
}

/** How many recovery codes are left, if they are few. */
function fewRecoveryCodes({ realm }: RealmExchange, user: StoredUser): number | undefined {
  const left = countRecoveryCodes(user);
  return left < recoveryCodesThresholdOf(realm) ? left : undefined;
}

/** Links that the pages of all steps have. */
function stepLinks(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  { next, others }: StepPage,
): StepLinks {
  const execution = EXECUTION_OF[next];
  return {
    anotherUserUrl: restartUrl(exchange, authentication, false),
    anotherWayAction: others.length === 0 ? undefined : formUrl(exchange, authentication, execution),
  };
}

/** Renders the choice between the step of a page and others. */
export function showChoice(
  answered: RealmExchange,
  authentication: AuthenticationSession,
  page: StepPage,
  problem?: string,
): Reply {
  const { next, key, others } = page;
  const exchange = inLanguageOf(answered, authentication, userOf(page));
  if (problem === undefined) exchange.activity.outcome('asked');
  return renderSelectPage(exchange, {
    problem,
    action: formUrl(exchange, authentication, EXECUTION_OF[next]),
    steps: [...(key === undefined ? [] : [{ key, ask: next }]), ...others],
  });
}

/** The pages for a forgotten password and for registering, if the realm has them. */
function accountLinks(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  step: StepPage['next'],
  known: StoredUser | undefined,
): Pick<SignInPage, 'forgotPasswordUrl' | 'registrationUrl'> {
  const { resetPasswordAllowed, registrationAllowed } = exchange.realm.stored;
  const isForgotten = resetPasswordAllowed === true && step !== 'username';
  const isNew = registrationAllowed === true && known === undefined;
  return {
    forgotPasswordUrl: isForgotten ? resetCredentialsUrl(exchange, authentication) : undefined,
    registrationUrl: isNew ? registrationUrl(exchange, authentication) : undefined,
  };
}

/** Compat: a person who is known is not asked which provider to use. */
function listProviders(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  step: StepPage['next'],
  known: StoredUser | undefined,
): readonly OfferedProvider[] {
  if (step === 'password' || known !== undefined) return NO_PROVIDERS;
  return offer(exchange, authentication, listRealmProviders(exchange.realm));
}

function offer(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  providers: readonly IdentityProvider[],
): readonly OfferedProvider[] {
  return providers.map(({ alias, name, type }) => ({
    alias,
    name,
    type,
    url: providerUrl(exchange, authentication, alias),
  }));
}

const NO_PROVIDERS: readonly OfferedProvider[] = [];

async function showSignIn(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: Exclude<StepPage, { readonly next: 'otp' | 'recovery-code' | 'remove-otp' }>,
  known: StoredUser | undefined,
  { notice, failed }: PageProblem,
): Promise<Reply> {
  const { clientId, loginHint } = authentication.request;
  const remembered = exchange.realm.rememberMe ? readRememberedUsername(exchange) : undefined;
  const named = await listNamedUsers(exchange, parts.deps.store.users);
  const knownId = known?.id;
  const isAgain = known !== undefined && authentication.progress.userId === undefined;
  const reauthenticate = isAgain ? EN.reauthenticate : undefined;
  // Member by member: this page is on every sign-in's path, and spreading is slow.
  const { anotherUserUrl, anotherWayAction } = stepLinks(exchange, authentication, page);
  const links = accountLinks(exchange, authentication, page.next, known);
  return renderSignInPage(exchange, {
    anotherUserUrl,
    anotherWayAction,
    providers: listProviders(exchange, authentication, page.next, known),
    forgotPasswordUrl: links.forgotPasswordUrl,
    registrationUrl: links.registrationUrl,
    fields: page.next,
    action: (execution) => formUrl(exchange, authentication, execution),
    clientName: clientNameOf(exchange.realm.clients.get(clientId), clientId).html,
    username: failed?.username ?? authentication.progress.typedName ?? loginHint ?? remembered ?? '',
    rememberMe: failed?.rememberMe ?? remembered !== undefined,
    knownUsername: known?.username,
    notice: describe(
      exchange,
      notice ?? (failed === undefined ? authentication.progress.notice : undefined) ?? reauthenticate,
    ),
    problem: describe(exchange, failed?.message),
    namedUsers:
      named === undefined || knownId === undefined
        ? named
        : { users: named.users.filter((user) => user.id === knownId), more: false },
  });
}

/**
 * The page that asks for the name before anything else. Compat: to people of an organization who have no account it
 * offers the organization's providers and, if there are any, no registration.
 */
async function showNameFirst(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  { organization }: Extract<OrganizationPage, { readonly next: 'name-first' }>,
  { failed }: PageProblem,
): Promise<Reply> {
  const { request, progress } = authentication;
  const { realm } = exchange;
  const remembered = realm.rememberMe ? readRememberedUsername(exchange) : undefined;
  const theirs = organization === undefined ? [] : listPublicProviders(realm, organization);
  const isStranger = organization !== undefined && domainOf(progress.typedName ?? '') !== undefined;
  const stranger = isStranger
    ? textsOf(exchange).showHtml(messageOf('understudy.noAccountInOrganization', organization.name))
    : undefined;
  const { registrationUrl: register } = accountLinks(exchange, authentication, 'username', undefined);
  return renderSignInPage(exchange, {
    anotherUserUrl: restartUrl(exchange, authentication, false),
    anotherWayAction: undefined,
    providers: offer(exchange, authentication, theirs.length > 0 ? theirs : listRealmProviders(realm)),
    forgotPasswordUrl: undefined,
    registrationUrl: theirs.length > 0 ? undefined : register,
    fields: 'username',
    action: (execution) =>
      formUrl(exchange, authentication, execution === 'username' ? ORGANIZATION_FORM : execution),
    clientName: clientNameOf(realm.clients.get(request.clientId), request.clientId).html,
    username: failed?.username ?? progress.typedName ?? request.loginHint ?? remembered ?? '',
    rememberMe: failed?.rememberMe ?? (progress.rememberMe || remembered !== undefined),
    knownUsername: undefined,
    notice: failed === undefined ? describe(exchange, progress.notice) : undefined,
    problem: describe(exchange, failed?.message) ?? stranger,
    namedUsers: await listNamedUsers(exchange, parts.deps.store.users),
  });
}
