// Messages of a SAML provider that belong to no sign-in: its LogoutRequests, and its answers to ours.

import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { renderLoggedOut } from '#protocol/login/logout-page.ts';
import { noteNotices } from '#protocol/login/note-notices.ts';
import { providerVisit, type SignOutProtocol } from '#protocol/login/sign-out.ts';
import { isUnconfirmed } from '#protocol/realm/sessions/sessions.ts';
import { findIdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { brokerEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import type { ReceivedMessage } from '#protocol/saml/bindings/binding.ts';
import { checkInTime } from '#protocol/saml/logout/check-in-time.ts';
import { createMessageId } from '#protocol/saml/make-response.ts';
import { parseLogoutRequest } from '#protocol/saml/messages/logout-request.ts';
import { parseLogoutResponse, renderLogoutResponse } from '#protocol/saml/messages/logout-response.ts';
import { describeStatus, isSuccess } from '#protocol/saml/messages/read-status.ts';
import { PARTIAL_LOGOUT, SUCCESS } from '#protocol/saml/status.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import type { AskedProvider } from '../brokering.ts';
import { providerProblem } from '../provider-problem.ts';
import { checkIssuer } from './check-assertion.ts';
import { checkDestination } from './check-response.ts';
import { findProviderSessions } from './find-sessions.ts';
import { receiveMessage, trustOf } from './receive-answer.ts';
import type { SamlParts } from './saml-parts.ts';
import { sendToProvider } from './send-message.ts';
import { isOn, ownEntityId } from './settings.ts';
import { INDEX_NOTE, SUBJECT_NOTE } from './subject-note.ts';
import { verifyMessage } from './verify-answer.ts';

const SECTION = 'SAML Profiles §4.4';

/** The name in the table of sign-out protocols. */
export const PROVIDER_LOGOUT = 'saml-identity-provider';

/** @throws {OAuthError}, {SamlStatusError}, {XmlError} for a message that is refused. */
export async function handleProviderLogout(
  parts: SamlParts,
  exchange: RealmExchange,
  asked: AskedProvider,
): Promise<Reply> {
  const received = await receiveMessage(parts, exchange);
  const name = received?.root.localName;
  if (received !== undefined && name === 'LogoutRequest' && received.parameter === 'SAMLRequest')
    return handleRequest(parts, exchange, asked, received);
  if (received !== undefined && name === 'LogoutResponse' && received.parameter === 'SAMLResponse')
    return handleResponse(parts, exchange, asked, received);
  throw noSignIn(exchange, asked, name);
}

function noSignIn(
  exchange: RealmExchange,
  { provider }: AskedProvider,
  name: string | undefined,
): OAuthError {
  const { alias } = provider;
  if (name === undefined && (exchange.query.has('SAMLart') || exchange.form.has('SAMLart')))
    return providerProblem('missingState', {
      reason: `The artifact of identity provider ${alias} has no RelayState of a sign-in, so it answers no request.`,
      remedy:
        'Return the RelayState of the AuthnRequest unchanged, and send what begins at the provider by HTTP-POST.',
      section: 'SAML Bindings §3.6.3',
    });
  return name === 'Response'
    ? providerProblem('missingState', {
        reason: `The Response of identity provider ${alias} has no RelayState of a sign-in, so it answers no request.`,
        remedy: `Return the RelayState of the AuthnRequest unchanged. If the sign-in begins at the provider, send the Response to ${brokerEndpointUrl(exchange, provider)}/clients/{name}, with the name that saml_idp_initiated_sso_url_name of the client is set to.`,
        section: 'SAML Bindings §3.4.3',
      })
    : providerProblem('invalidResponse', {
        reason:
          name === undefined
            ? 'The request has neither SAMLRequest nor SAMLResponse.'
            : `The message of identity provider ${alias} is ${name}, which is not handled here.`,
        remedy: 'Send a Response, LogoutRequest or LogoutResponse by HTTP-POST or HTTP-Redirect.',
        section: SECTION,
      });
}

/** The message, verified and for this endpoint. @throws {OAuthError} */
async function check(
  parts: SamlParts,
  exchange: RealmExchange,
  asked: AskedProvider,
  received: ReceivedMessage,
): Promise<XmlElement> {
  const { provider } = asked;
  const trust = await trustOf(parts, exchange, asked);
  const { root, isSigned } = verifyMessage(exchange, provider, received, trust);
  if (trust !== undefined && !isSigned)
    throw providerProblem('invalidResponse', {
      reason: `The ${root.localName} of identity provider ${provider.alias} is not signed.`,
      remedy: `Let the provider sign its messages, or set config.validateSignature of identity provider ${provider.alias} to false.`,
      section: 'SAML Profiles §4.4.4.1',
    });
  return root;
}

async function handleRequest(
  parts: SamlParts,
  exchange: RealmExchange,
  asked: AskedProvider,
  received: ReceivedMessage,
): Promise<Reply> {
  exchange.activity.title('Sign-out request of an identity provider');
  const { provider } = asked;
  const root = await parts.encrypted.open(exchange, await check(parts, exchange, asked, received));
  const request = parseLogoutRequest(root);
  checkDestination(brokerEndpointUrl(exchange, provider), request.destination, false, 'LogoutRequest');
  checkIssuer(asked, request.issuer, 'LogoutRequest');
  checkInTime(exchange, request);
  if (asked.endpoints.logout === undefined)
    throw providerProblem('invalidResponse', {
      reason: `Identity provider ${provider.alias} has no address that a LogoutResponse could go to.`,
      remedy: `Set config.singleLogoutServiceUrl of identity provider ${provider.alias}.`,
      section: SECTION,
    });
  const sessions = await findProviderSessions(parts.store, exchange, provider, request);
  const answer: Answer = {
    alias: provider.alias,
    inResponseTo: request.id,
    relayState: received.relayState,
    destination: asked.endpoints.logout,
  };
  return endSessions(parts, exchange, sessions, answer);
}

/** What the LogoutResponse needs. */
interface Answer {
  readonly alias: string;
  /** ID of the request. */
  readonly inResponseTo: string;
  readonly relayState: string | undefined;
  /** Absolute URL. */
  readonly destination: string;
  readonly unconfirmed?: readonly string[];
}

async function endSessions(
  parts: SamlParts,
  exchange: RealmExchange,
  sessions: readonly UserSession[],
  answer: Answer,
): Promise<Reply> {
  const { realm, clock, baseUrl, activity } = exchange;
  const browser = (await parts.login.currentSession(exchange))?.session;
  const unconfirmed: string[] = [];
  let own: UserSession | undefined;
  for (const session of sessions) {
    const left = await leaveProvider(parts, session);
    if (session.id === browser?.id) own = left;
    else {
      const notices = await parts.endSession({ realm, clock, baseUrl }, left);
      if (notices === undefined) continue;
      activity.recordPass('end-session', `session of ${session.username} ended`, SECTION);
      noteNotices(activity, notices);
      unconfirmed.push(...notices.filter(isUnconfirmed).map(({ clientId }) => clientId));
    }
  }
  if (own === undefined) return answerLogout(parts, exchange, { ...answer, unconfirmed });
  activity.user(own.username);
  return parts.login.signOut(exchange, {
    session: own,
    protocol: PROVIDER_LOGOUT,
    initiatorClientUuid: undefined,
    data: { ...answer, unconfirmed },
    section: SECTION,
  });
}

/** The provider's own session is over: ours forgets it, so that the provider is not notified of the sign-out. */
async function leaveProvider({ store }: SamlParts, session: UserSession): Promise<UserSession> {
  const forget = (known: UserSession): UserSession => {
    const { [SUBJECT_NOTE]: _subject, [INDEX_NOTE]: _index, ...notes } = known.notes ?? {};
    return { ...known, notes };
  };
  const key = { realmId: session.realmId, id: session.id };
  return store.sessions.update(key, (known) =>
    known === undefined ? { result: forget(session) } : { session: forget(known), result: forget(known) },
  );
}

/** SAML Core §3.7.2. Compat: to `singleLogoutServiceUrl`, by POST with `postBindingLogout`. */
async function answerLogout(
  { signers }: Pick<SamlParts, 'signers'>,
  exchange: RealmExchange,
  answer: Answer,
): Promise<Reply> {
  const { destination, relayState, inResponseTo, unconfirmed = [] } = answer;
  const provider = findIdentityProvider(exchange.realm, answer.alias);
  // The provider may have been removed during the browser's round trip.
  if (provider === undefined) return renderLoggedOut(exchange);
  const id = createMessageId();
  return sendToProvider(signers, exchange, {
    provider,
    parameter: 'SAMLResponse',
    binding: isOn(provider, 'postBindingLogout') ? 'post' : 'redirect',
    id,
    destination,
    relayState,
    render: (extensions) =>
      renderLogoutResponse({
        id,
        issuedAt: exchange.clock.now(),
        issuer: ownEntityId(exchange, provider),
        destination,
        inResponseTo,
        status: unconfirmed.length === 0 ? SUCCESS : PARTIAL_LOGOUT,
        extensions,
      }),
  });
}

/** The row of the sign-out protocol table: answers the provider after the browser has visited the clients. */
export function createProviderSignOut(parts: Pick<SamlParts, 'signers'>): SignOutProtocol {
  return {
    finish: (exchange, data, { unconfirmed }) => {
      const answer = data as Answer;
      return answerLogout(parts, exchange, {
        ...answer,
        unconfirmed: [...(answer.unconfirmed ?? []), ...unconfirmed],
      });
    },
  };
}

async function handleResponse(
  parts: SamlParts,
  exchange: RealmExchange,
  asked: AskedProvider,
  received: ReceivedMessage,
): Promise<Reply> {
  exchange.activity.title('Sign-out answer of an identity provider');
  const { alias } = asked.provider;
  const {
    inResponseTo = '',
    status,
    destination,
  } = parseLogoutResponse(await check(parts, exchange, asked, received));
  checkDestination(brokerEndpointUrl(exchange, asked.provider), destination, false, 'LogoutResponse');
  const confirmed = isSuccess(status) && status.secondLevel !== PARTIAL_LOGOUT.secondLevel;
  const detail = `${alias} answers ${describeStatus(status)}.`;
  if (confirmed) exchange.activity.recordPass('notify-provider', detail, 'SAML Core §3.7.2');
  else exchange.activity.recordNote('notify-provider', detail, 'SAML Core §3.7.2');
  const answer = { messageId: inResponseTo, clientUuid: providerVisit(alias), confirmed };
  const reply = await parts.login.resumeSignOut(exchange, answer);
  if (reply !== undefined) return reply;
  throw providerProblem('invalidResponse', {
    reason: `No sign-out waits for an answer of identity provider ${alias} to ${inResponseTo || 'no request (InResponseTo is missing)'}.`,
    remedy: `Answer each LogoutRequest once, with its ID in InResponseTo, within accessCodeLifespanLogin of realm ${exchange.realm.name} (${exchange.realm.lifespans.accessCodeLogin} seconds).`,
    section: 'SAML Core §3.7.2',
  });
}
