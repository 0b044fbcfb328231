// The page on which people register and its form: a user is made, who is signed in and meets what is required next.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { UserEventError } from '#protocol/errors/refusal.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type ProfileFault, takenFault } from '#protocol/realm/profile/check-profile.ts';
import { listFields, type ProfileField } from '#protocol/realm/profile/profile-fields.ts';
import { PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { DuplicateError, type StoredUser } from '#protocol/store/store.ts';
import { type AuthenticationSession, hasCurrentCode, NO_PROGRESS } from '../authentication-session.ts';
import { ensureBrowserId, withCookies } from '../browser-cookies.ts';
import { clientHome } from '../client-home.ts';
import type { Parts } from '../complete-sign-in.ts';
import { continueSignIn } from '../continue-sign-in.ts';
import { renderErrorPage } from '../error-page.ts';
import { findTab } from '../find-tab.ts';
import { recordFlowRun } from '../flow/record-run.ts';
import { showExpired } from '../late-answers.ts';
import { proceedUrl, registrationUrl } from '../login-action-url.ts';
import { messageOfFault } from '../profile-form/fault-message.ts';
import { requestedScopes } from '../requested-scopes.ts';
import type { FieldProblems } from '../required-actions/required-action.ts';
import type { SignInRequest } from '../sign-in.ts';
import { inLanguageOf } from '../texts/page-texts.ts';
import {
  headingOf,
  initialValues,
  invitedRegistration,
  joinOrganization,
  shownFields,
} from './invited-registration.ts';
import { findRegistrationProblems, type Registration, readRegistration } from './read-registration.ts';
import { makeRegisteredUser } from './register-user.ts';
import { findRegistrationForm, type RegistrationForm } from './registration-form.ts';
import { PASSWORD, PASSWORD_CONFIRM, renderRegistrationPage } from './registration-page.ts';
import { registrationProblem } from './registration-problem.ts';

/** The rule in Activity. */
const RULE = 'register';

/** The realm does not let people register. */
function refuseRealm(
  exchange: RealmExchange,
  { request }: Pick<AuthenticationSession, 'request'>,
): Reply | undefined {
  const { realm, activity, baseUrl } = exchange;
  const error = registrationProblem(realm, request.invitation);
  if (error === undefined) return undefined;
  activity.refused(error, RULE);
  const backTo = clientHome(realm.clients.get(request.clientId), baseUrl);
  return renderErrorPage(exchange, { status: 400, message: error.description, error, backTo });
}

/** Starts a sign-in with the page on which people register, whoever has a session. */
export async function beginRegistration(
  parts: Parts,
  exchange: RealmExchange,
  request: SignInRequest,
): Promise<Reply> {
  const refused = refuseRealm(exchange, { request });
  if (refused !== undefined) return refused;
  const { browserId, cookies } = ensureBrowserId(exchange);
  const tab = await parts.authentications.begin(exchange, browserId, request);
  return withCookies(show(exchange, tab, {}), cookies);
}

/** GET: the page. */
export async function showRegistration(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const found = await findTab(parts, exchange, (tab) => refuseRealm(exchange, tab));
  if ('reply' in found) return found.reply;
  return show(exchange, await parts.authentications.renew(exchange, found.tab), {});
}

function show(exchange: RealmExchange, tab: AuthenticationSession, problems: FieldProblems): Reply {
  if (Object.keys(problems).length === 0) exchange.activity.outcome('asked');
  const localized = inLanguageOf(exchange, tab, undefined, registrationUrl);
  return renderRegistrationPage(localized, {
    action: registrationUrl(exchange, tab, true),
    signInUrl: proceedUrl(exchange, tab),
    form: findRegistrationForm(exchange.realm),
    fields: shownFields(tab, fieldsOf(exchange.realm, tab)),
    heading: headingOf(exchange, tab),
    initial: initialValues(exchange, tab),
    problems,
  });
}

function fieldsOf(realm: Realm, { request }: AuthenticationSession): readonly ProfileField[] {
  return listFields(realm, { form: 'registration', scopes: requestedScopes(realm, request) });
}

/** POST: the form. */
export async function handleRegistration(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const found = await findTab(parts, exchange, (tab) => refuseRealm(exchange, tab));
  if ('reply' in found) return found.reply;
  const { tab } = found;
  if (!hasCurrentCode(exchange, tab)) return showExpired(exchange, tab);
  const form = findRegistrationForm(exchange.realm);
  const fields = fieldsOf(exchange.realm, tab);
  const { invitation } = tab.request;
  const registration = invitedRegistration(
    exchange.realm,
    readRegistration(exchange, form, shownFields(tab, fields)),
    invitation,
  );
  const { users } = parts.deps.store;
  exchange.activity.eventDetails({
    register_method: 'form',
    username: registration.username,
    email: registration.email,
  });
  const { problems, faults } = await findRegistrationProblems(exchange, users, form, fields, registration);
  if (Object.keys(problems).length > 0) return askAgain(parts, exchange, tab, problems, faults);
  const made = await makeRegisteredUser(exchange, registration);
  const user = invitation === undefined ? made : { ...made, emailVerified: true };
  // The same form may have been submitted twice at once: the first one processed wins.
  const own = await parts.authentications.advance(exchange, tab);
  if (own === undefined) return showExpired(exchange, tab);
  const taken = await store(parts, exchange, user);
  if (taken !== undefined)
    return askAgain(parts, exchange, own, { [taken.field]: messageOfFault(taken) }, [taken]);
  if (invitation !== undefined) await joinOrganization(parts.deps.store, exchange, user, invitation);
  return continueAs(parts, exchange, own, user, { form, registration });
}

/** Another request may have taken the name meanwhile. */
async function store(
  { deps }: Parts,
  { realm }: RealmExchange,
  user: StoredUser,
): Promise<ProfileFault | undefined> {
  try {
    await deps.store.users.create(realm.id, user);
    return undefined;
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error;
    const isEmail = error.member === 'email';
    return takenFault(
      isEmail || realm.emailAsUsername ? 'email' : 'username',
      isEmail ? 'email' : 'username',
    );
  }
}

async function askAgain(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  problems: FieldProblems,
  faults: readonly ProfileFault[],
): Promise<Reply> {
  const texts = Object.entries(problems).map(([field, { text }]) => `${field}: ${text}`);
  const error = new OAuthError('invalid_request', {
    description: texts.join(' '),
    reason: `Nobody was registered. ${texts.join(' ')}`,
    remedy:
      'Correct the fields. Names and addresses must be free, and the rest as the user profile and the password policy of the realm say.',
    section: 'Keycloak registration',
    userEventError: eventErrorOf(problems, faults),
  });
  exchange.activity.refused(error, RULE);
  return show(exchange, await parts.authentications.renew(exchange, tab), problems);
}

/** Compat: Keycloak's error of the event `REGISTER_ERROR`. */
function eventErrorOf(problems: FieldProblems, faults: readonly ProfileFault[]): UserEventError {
  const kinds = faults.map(({ kind }) => kind);
  if (kinds.includes('email-taken')) return 'email_in_use';
  if (kinds.includes('username-taken')) return 'username_in_use';
  const isOfPassword = problems[PASSWORD] !== undefined || problems[PASSWORD_CONFIRM] !== undefined;
  return faults.length === 0 && isOfPassword ? 'password_rejected' : 'invalid_registration';
}

/** The person has proven to be the user by making it: the flow of the browser is not run. */
async function continueAs(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  user: StoredUser,
  { form, registration }: { readonly form: RegistrationForm; readonly registration: Registration },
): Promise<Reply> {
  const { activity, clock } = exchange;
  const now = clock.now();
  const steps = form.steps.map((step) => ({ ...step, did: 'succeeded' as const }));
  activity.user(user.username);
  activity.recordPass(RULE, `${user.username} has registered.`, 'Keycloak registration');
  await recordFlowRun(parts.deps.lastRuns, exchange, tab.request.clientId, {
    flow: form.flow,
    reports: steps,
    username: user.username,
  });
  const progress = {
    ...NO_PROGRESS,
    userId: user.id,
    registered: true,
    levels: registration.password === undefined ? {} : { [PASSWORD_LEVEL]: now },
  };
  const renewed = await parts.authentications.renew(exchange, tab, { progress });
  return continueSignIn(parts, exchange, renewed, user);
}
