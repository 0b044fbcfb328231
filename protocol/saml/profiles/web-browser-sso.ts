// Web browser single sign-on: checks the AuthnRequest, then hands over to the sign-in pages.
import { SAML_ERRORS, SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { Login, SignInRequest } from '#protocol/login/sign-in.ts';
import { acrOfLevel } from '#protocol/realm/view/acr-levels.ts';
import { findConsumerService } from '../assertion-consumer-service.ts';
import { requiredLevel } from '../authn-context.ts';
import type { EncryptedIds } from '../encrypted-ids.ts';
import { type AuthnRequest, parseAuthnRequest, readSubject, subjectOf } from '../messages/authn-request.ts';
import { chooseNameIdFormat } from '../name-identifier.ts';
import { SAML, type SamlSignInData, type SamlSignIns, samlEventDetails } from '../saml-sign-in.ts';
import type { ServiceProvider } from '../service-provider.ts';
import { CLOCK_SKEW_SECONDS, type UsedRequests } from '../used-requests.ts';
import type { CheckedMessage, SamlProfile } from './profile.ts';

export interface WebBrowserSsoDeps {
  readonly login: Login;
  readonly signIns: SamlSignIns;
  readonly usedRequests: UsedRequests;
  readonly encryptedIds: EncryptedIds;
}

/** The requirements of an AuthnRequest and the data stored during the sign-in. */
export interface PreparedSignIn {
  /** As received: a decrypted name is only in `data`, so that it is never shown in the browser. */
  readonly request: AuthnRequest;
  readonly data: SamlSignInData;
  /** Minimum level of the sign-in. */
  readonly level: number | undefined;
  /** If set, the service provider gets a status instead of a sign-in. */
  readonly problem: SamlStatusError | undefined;
}

/** SAML Profiles §4.1. */
export function createWebBrowserSso(deps: WebBrowserSsoDeps): SamlProfile {
  return {
    message: 'AuthnRequest',
    bindings: ['redirect', 'post', 'artifact'],
    title: 'SAML sign-in request',
    handle: (exchange, message) => handle(exchange, message, deps),
  };
}

async function handle(
  exchange: RealmExchange,
  message: CheckedMessage,
  deps: WebBrowserSsoDeps,
): Promise<Reply> {
  const { provider } = message;
  const prepared = await prepareSignIn(exchange, message, deps);
  const { problem } = prepared;
  if (problem !== undefined) {
    exchange.activity.refused(problem, SAML_ERRORS[problem.code].rule);
    return deps.signIns.sendFailure(exchange, provider, prepared.data, problem);
  }
  return deps.login.begin(exchange, toSignInRequest(exchange, message, prepared));
}

/**
 * Parses and checks an AuthnRequest. Errors after the consumer service is known become the `problem`.
 * @throws {SamlStatusError} for errors before that. SAML Core §3.4.1, SAML Profiles §4.1.4.1.
 */
export async function prepareSignIn(
  exchange: RealmExchange,
  { root, provider, received }: CheckedMessage,
  { usedRequests, encryptedIds }: Pick<WebBrowserSsoDeps, 'usedRequests' | 'encryptedIds'>,
): Promise<PreparedSignIn> {
  const request = parseAuthnRequest(root);
  await usedRequests.check(exchange, provider.client, request.id);
  const consumer = findConsumerService(exchange, provider, request, received.binding);
  const { relayState } = received;
  try {
    checkFreshness(exchange, request);
    const subject = subjectOf(root);
    const opened = {
      ...request,
      subject: subject && readSubject(await encryptedIds.open(exchange, subject)),
    };
    const nameIdFormat = chooseNameIdFormat(provider, request.nameIdPolicy);
    exchange.activity.recordPass(
      'check-name-id-policy',
      `The name identifier has the format ${nameIdFormat}.`,
      'SAML Core §3.4.1.1',
    );
    const level = checkContext(exchange, provider, request);
    const data = { consumer, relayState, request: opened, nameIdFormat };
    return { request, data, level, problem: undefined };
  } catch (error) {
    if (!(error instanceof SamlStatusError)) throw error;
    const data = { consumer, relayState, request, nameIdFormat: provider.nameIdFormat };
    return { request, data, level: undefined, problem: error };
  }
}

/** The level that the requested context requires, if any. */
function checkContext(
  { realm, activity }: RealmExchange,
  { client }: ServiceProvider,
  { requestedContext }: AuthnRequest,
): number | undefined {
  if (requestedContext === undefined) return undefined;
  const level = requiredLevel({ realm, client }, requestedContext);
  activity.recordPass(
    'check-authn-context',
    `The sign-in must reach level ${level} (${requestedContext.comparison} ${requestedContext.classes.join(', ')}).`,
    'SAML Core §3.3.2.2.1',
  );
  return level;
}

/** The maximum age is that of a sign-in. */
function checkFreshness({ realm, clock, activity }: RealmExchange, { issuedAt }: AuthnRequest): void {
  const ageSeconds = Math.round((clock.now() - issuedAt) / 1000);
  const { accessCodeLogin } = realm.lifespans;
  if (ageSeconds <= accessCodeLogin && ageSeconds >= -CLOCK_SKEW_SECONDS) {
    activity.recordPass(
      'check-issue-instant',
      `The request is ${ageSeconds} seconds old.`,
      'SAML Core §3.2.1',
    );
    return;
  }
  throw new SamlStatusError('stale_request', {
    reason:
      ageSeconds > 0
        ? `The request is ${ageSeconds} seconds old; ${accessCodeLogin} are allowed.`
        : `The request is from ${-ageSeconds} seconds ahead; ${CLOCK_SKEW_SECONDS} are allowed.`,
    remedy: `Send a fresh IssueInstant; raise accessCodeLifespanLogin of realm ${realm.name}; if the realm's clock was moved, set it back or move the service provider's, too.`,
  });
}

function toSignInRequest(
  { realm, activity }: RealmExchange,
  { provider, received }: CheckedMessage,
  { request, data, level }: PreparedSignIn,
): SignInRequest {
  return {
    protocol: SAML,
    clientId: provider.client.clientId,
    passive: request.isPassive,
    forceLogin: request.forceAuthn,
    ...(level === undefined
      ? {}
      : { acr: { values: [acrOfLevel(realm, provider.client, level)], essential: true } }),
    loginHint: request.subject?.value,
    // Compat: as Keycloak does for POST requests.
    pageByRedirect: received.binding === 'post',
    flow: activity.flow,
    eventDetails: samlEventDetails(data),
    data,
  };
}
