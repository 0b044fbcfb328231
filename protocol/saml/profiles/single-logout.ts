// The single logout profile: handles LogoutRequest and LogoutResponse.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { renderLoggedOut } from '#protocol/login/logout-page.ts';
import { noteNotices } from '#protocol/login/note-notices.ts';
import type { Login } from '#protocol/login/sign-in.ts';
import type { SignOutProtocol } from '#protocol/login/sign-out.ts';
import { isUnconfirmed, type SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { Store, UserSession } from '#protocol/store/store.ts';
import { answerRefusals } from '../answer-refusals.ts';
import type { BindingName } from '../bindings/binding.ts';
import { bindingOf, type SamlBindings } from '../bindings/table.ts';
import type { EncryptedIds } from '../encrypted-ids.ts';
import { checkInTime } from '../logout/check-in-time.ts';
import { chooseSessions } from '../logout/choose-sessions.ts';
import { describeLogoutSettings, findResponseAddress } from '../logout/logout-address.ts';
import type { LogoutMessages } from '../logout/logout-messages.ts';
import { type LogoutRequest, parseLogoutRequest } from '../messages/logout-request.ts';
import { parseLogoutResponse } from '../messages/logout-response.ts';
import { describeStatus, isSuccess } from '../messages/read-status.ts';
import { readServiceProvider, type ServiceProvider } from '../service-provider.ts';
import { PARTIAL_LOGOUT, type SamlStatus, SUCCESS, statusOf } from '../status.ts';
import type { UsedRequests } from '../used-requests.ts';
import type { CheckedMessage, SamlProfile } from './profile.ts';

export interface SingleLogoutDeps {
  readonly store: Pick<Store, 'sessions'>;
  readonly bindings: SamlBindings;
  readonly messages: LogoutMessages;
  readonly login: Login;
  readonly endSession: SessionEnder;
  readonly encryptedIds: EncryptedIds;
  /** Each request ends sessions only once. */
  readonly usedRequests: UsedRequests;
}

/** The table rows of the profile. */
export interface SingleLogout {
  readonly profiles: readonly SamlProfile[];
  readonly signOut: SignOutProtocol;
}

/** Name in the sign-out protocol table. */
const PROTOCOL = 'saml';

const SECTION = 'SAML Profiles §4.4';

/** Data for the response to a LogoutRequest. */
interface Answer {
  readonly clientUuid: string;
  /** ID of the request. */
  readonly inResponseTo: string;
  readonly relayState: string | undefined;
  readonly binding: BindingName;
  /** Undefined for SOAP, where the response uses the request's connection. */
  readonly destination: string | undefined;
  /** clientIds already known not to have been notified. */
  readonly unconfirmed: readonly string[];
}

/** SAML Profiles §4.4. */
export function createSingleLogout(deps: SingleLogoutDeps): SingleLogout {
  return {
    profiles: [
      {
        message: 'LogoutRequest',
        bindings: ['redirect', 'post', 'artifact', 'soap'],
        title: 'SAML sign-out request',
        handle: (exchange, message) => handleRequest(deps, exchange, message),
      },
      {
        message: 'LogoutResponse',
        bindings: ['redirect', 'post', 'artifact'],
        title: 'SAML sign-out answer',
        handle: (exchange, message) => handleResponse(deps, exchange, message),
      },
    ],
    signOut: {
      finish: (exchange, data, { unconfirmed }) => {
        const answer = data as Answer;
        return answerRefusals(exchange, () =>
          sendResponse(deps, exchange, { ...answer, unconfirmed: [...answer.unconfirmed, ...unconfirmed] }),
        );
      },
    },
  };
}

async function handleRequest(
  deps: SingleLogoutDeps,
  exchange: RealmExchange,
  message: CheckedMessage,
): Promise<Reply> {
  const { provider, root, received } = message;
  const request = parseLogoutRequest(await deps.encryptedIds.open(exchange, root));
  const answer = prepareResponse(exchange, message, request);
  checkInTime(exchange, request);
  await deps.usedRequests.consume(exchange, provider.client, request.id);
  try {
    return await signOut(deps, exchange, { message, request, answer });
  } catch (error) {
    if (!(error instanceof SamlStatusError)) throw error;
    exchange.activity.refused(error, 'check-logout-subject');
    return sendStatus(
      deps,
      exchange,
      provider,
      { ...answer, relayState: received.relayState },
      statusOf(error),
    );
  }
}

/** @throws {SamlStatusError} `logout_failed`, before any session ends, without a response address. */
function prepareResponse(
  { baseUrl }: RealmExchange,
  { provider, received }: CheckedMessage,
  { id }: LogoutRequest,
): Answer {
  const common = {
    clientUuid: provider.client.id,
    inResponseTo: id,
    relayState: received.relayState,
    unconfirmed: [],
  };
  if (received.binding === 'soap') return { ...common, binding: 'soap', destination: undefined };
  const address = findResponseAddress(provider, baseUrl, received.binding);
  if (address !== undefined) return { ...common, binding: address.binding, destination: address.url };
  throw new SamlStatusError('logout_failed', {
    reason: `Client ${provider.client.clientId} has no address that a LogoutResponse could go to.`,
    remedy: `Set ${describeLogoutSettings(provider)}, or its adminUrl.`,
  });
}

interface SignOutInput {
  readonly message: CheckedMessage;
  readonly request: LogoutRequest;
  readonly answer: Answer;
}

async function signOut(
  deps: SingleLogoutDeps,
  exchange: RealmExchange,
  { message, request, answer }: SignOutInput,
): Promise<Reply> {
  const { provider, received } = message;
  const browser =
    received.binding === 'soap' ? undefined : (await deps.login.currentSession(exchange))?.session;
  const chosen = await chooseSessions(deps.store.sessions, exchange, { message, request, browser });
  const unconfirmed: string[] = [];
  for (const session of chosen.others)
    unconfirmed.push(...(await endWithoutBrowser(deps, exchange, provider, session)));
  if (chosen.browser === undefined) return sendResponse(deps, exchange, { ...answer, unconfirmed });
  exchange.activity.user(chosen.browser.username);
  return deps.login.signOut(exchange, {
    session: chosen.browser,
    protocol: PROTOCOL,
    initiatorClientUuid: provider.client.id,
    data: { ...answer, unconfirmed },
    section: SECTION,
  });
}

/** Returns the clientIds that could not be notified. */
async function endWithoutBrowser(
  { endSession }: SingleLogoutDeps,
  { realm, clock, baseUrl, activity }: RealmExchange,
  { client }: ServiceProvider,
  session: UserSession,
): Promise<readonly string[]> {
  activity.joinFlow(session.flow);
  activity.user(session.username);
  activity.session(session.id);
  const notices = await endSession({ realm, clock, baseUrl }, session, [client.id]);
  if (notices === undefined) {
    activity.recordNote('end-session', `The session of ${session.username} has ended already.`, SECTION);
    return [];
  }
  activity.recordPass('end-session', `session of ${session.username} ended`, SECTION);
  noteNotices(activity, notices);
  return notices.filter(isUnconfirmed).map(({ clientId }) => clientId);
}

/** A LogoutResponse with Success, and PartialLogout if a client was not notified. SAML Core §3.7.3.2. */
async function sendResponse(deps: SingleLogoutDeps, exchange: RealmExchange, answer: Answer): Promise<Reply> {
  const client = exchange.realm.clientsById.get(answer.clientUuid);
  // The client may have been removed during the browser's round trip.
  if (client === undefined) return renderLoggedOut(exchange);
  const provider = readServiceProvider(client, exchange.clock.now());
  if (answer.unconfirmed.length > 0)
    exchange.activity.recordNote(
      'answer-logout',
      `PartialLogout: not notified: ${answer.unconfirmed.join(', ')}.`,
      'SAML Core §3.7.3.2',
    );
  const status = answer.unconfirmed.length === 0 ? SUCCESS : PARTIAL_LOGOUT;
  return sendStatus(deps, exchange, provider, answer, status);
}

function sendStatus(
  { bindings, messages }: SingleLogoutDeps,
  exchange: RealmExchange,
  provider: ServiceProvider,
  { inResponseTo, relayState, destination, binding }: Answer,
  status: SamlStatus,
): Promise<Reply> {
  const response = messages.describeResponse(exchange, {
    provider,
    inResponseTo,
    status,
    destination,
    relayState,
  });
  return bindingOf(bindings, binding).send(exchange, response);
}

async function handleResponse(
  { login }: SingleLogoutDeps,
  exchange: RealmExchange,
  { provider, root }: CheckedMessage,
): Promise<Reply> {
  const { inResponseTo, status } = parseLogoutResponse(root);
  const confirmed = isSuccess(status) && status.secondLevel !== PARTIAL_LOGOUT.secondLevel;
  const { clientId, id: clientUuid } = provider.client;
  const detail = `${clientId} answers ${describeStatus(status)}.`;
  if (confirmed) exchange.activity.recordPass('notify-client', detail, 'SAML Core §3.7.2');
  else exchange.activity.recordNote('notify-client', detail, 'SAML Core §3.7.2');
  const reply =
    inResponseTo === undefined
      ? undefined
      : await login.resumeSignOut(exchange, { messageId: inResponseTo, clientUuid, confirmed });
  if (reply !== undefined) return reply;
  throw new SamlStatusError('invalid_request', {
    reason: `No sign-out waits for an answer of ${clientId} to ${inResponseTo ?? 'no request (InResponseTo is missing)'}.`,
    remedy: `Answer each LogoutRequest once, with its ID in InResponseTo, within accessCodeLifespanLogin of realm ${exchange.realm.name} (${exchange.realm.lifespans.accessCodeLogin} seconds).`,
    section: 'SAML Core §3.7.2',
  });
}
