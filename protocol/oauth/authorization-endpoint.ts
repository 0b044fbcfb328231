// The authorization endpoint: walks the steps, hands over to the sign-in pages, and answers the client.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Parameters, RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { clientHome } from '#protocol/login/client-home.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import type { Login, SignedIn, SignInProtocol, SignInRequest } from '#protocol/login/sign-in.ts';
import type { Client, Realm } from '#protocol/realm/realm.ts';
import { storedScopeText } from '#protocol/realm/scopes.ts';
import { withClientSession } from '#protocol/realm/sessions.ts';
import type { ClientSession, Store, UserSession } from '#protocol/store/store.ts';
import { type AuthorizationCodes, issueCode } from './authorization-code.ts';
import type { AuthorizationFacts } from './authorization-facts.ts';
import { stepsFor } from './authorization-steps.ts';
import { issuerOf } from './issuer.ts';
import type { ResponseModeName, ResponseParameters } from './response-modes/response-mode.ts';
import { isResponseMode, RESPONSE_MODES } from './response-modes/table.ts';
import { RESPONSE_TYPES } from './response-types.ts';

/** Row of the sign-in protocol table. */
export const OPENID_CONNECT = 'openid-connect';

/** What the endpoint works with. */
export interface AuthorizationEndpointDeps {
  readonly store: Store;
  readonly codes: AuthorizationCodes;
  readonly login: () => Login;
}

/** A request that passed every step: what is kept while the person signs in. */
type AuthorizationRequest = AuthorizationFacts & { readonly state: string | undefined };

const steps = stepsFor('authorization');

/** The endpoint (RFC 6749 §3.1) and what it gives to the sign-in pages. */
export interface AuthorizationEndpoint {
  handle(exchange: RealmExchange): Promise<Reply>;
  readonly signIn: SignInProtocol;
}

/** Makes the endpoint. */
export function createAuthorizationEndpoint(deps: AuthorizationEndpointDeps): AuthorizationEndpoint {
  return {
    handle: (exchange) => authorize(exchange, deps),
    signIn: {
      complete: async (exchange, request, signedIn) => answerSignedIn(exchange, request, signedIn, deps),
      refuse: async (exchange, request, error) => {
        exchange.activity.refused(error);
        return sendError(exchange, request.data as AuthorizationRequest, error);
      },
    },
  };
}

async function authorize(exchange: RealmExchange, deps: AuthorizationEndpointDeps): Promise<Reply> {
  const parameters = exchange.method === 'POST' ? exchange.form : exchange.query;
  exchange.activity.parties('browser', 'understudy');
  const found: Partial<AuthorizationFacts> & Pick<AuthorizationFacts, 'parameters'> = { parameters };
  try {
    for (const step of steps) {
      Object.assign(found, step.run(exchange, found as AuthorizationFacts));
      exchange.activity.passed(step.name, 'passed', step.section);
    }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.refused(error, steps.find((step) => !step.gives.every((fact) => fact in found))?.name);
    return answerRefusal(exchange, found, error);
  }
  const facts = found as AuthorizationFacts;
  const request: AuthorizationRequest = { ...facts, state: parameters.get('state') };
  return deps.login().begin(exchange, toSignInRequest(exchange, request));
}

function toSignInRequest(exchange: RealmExchange, request: AuthorizationRequest): SignInRequest {
  const { parameters, interaction, client } = request;
  return {
    protocol: OPENID_CONNECT,
    clientId: client.clientId,
    passive: interaction.passive,
    forceLogin: interaction.forceLogin,
    maxAgeSeconds: interaction.maxAgeSeconds,
    loginHint: parameters.get('login_hint') || undefined,
    uiLocales: parameters.get('ui_locales') || undefined,
    flow: exchange.activity.flow,
    data: request,
  };
}

/** A page until the redirect URI is known to be the client's; from then on the client is told (RFC 6749 §4.1.2.1). */
function answerRefusal(
  exchange: RealmExchange,
  found: Partial<AuthorizationFacts> & Pick<AuthorizationFacts, 'parameters'>,
  error: OAuthError,
): Reply {
  const { redirect, parameters, client } = found;
  if (redirect === undefined) {
    const backTo = client === undefined ? undefined : clientHome(client, exchange.baseUrl);
    return renderErrorPage(exchange, { status: error.status, message: error.description, error, backTo });
  }
  return sendError(exchange, { ...found, redirect, state: parameters.get('state') }, error);
}

/** What is needed to tell the client of an error. */
interface ErrorTarget {
  readonly parameters: Parameters;
  readonly redirect: AuthorizationFacts['redirect'];
  readonly responseMode?: ResponseModeName;
  readonly client?: Client;
  readonly state: string | undefined;
}

function sendError(exchange: RealmExchange, target: ErrorTarget, error: OAuthError): Reply {
  const wished = target.parameters.get('response_mode') ?? '';
  const mode = target.responseMode ?? (isResponseMode(wished) ? wished : 'query');
  const parameters = compact([
    ['error', error.code],
    ['error_description', error.description],
    ['state', target.state],
    ['iss', issuerParameter(exchange, target.client)],
  ]);
  exchange.activity.parties('understudy', 'application');
  return RESPONSE_MODES[mode].send(target.redirect.uri, parameters);
}

function compact(
  parameters: readonly (readonly [name: string, value: string | undefined])[],
): ResponseParameters {
  return parameters.flatMap(
    ([name, value]): ResponseParameters => (value === undefined || value === '' ? [] : [[name, value]]),
  );
}

/** RFC 9207 §2; a client may ask to be spared by an attribute. */
function issuerParameter(exchange: RealmExchange, client: Client | undefined): string | undefined {
  return client?.attributes['exclude.issuer.from.auth.response'] === 'true' ? undefined : issuerOf(exchange);
}

function answerSignedIn(
  exchange: RealmExchange,
  request: SignInRequest,
  signedIn: SignedIn,
  deps: AuthorizationEndpointDeps,
): Reply {
  const data = request.data as AuthorizationRequest;
  // The realm may have changed while the person was typing.
  const client = exchange.realm.clients.get(request.clientId);
  if (client === undefined || !client.enabled) {
    const error = new OAuthError('unauthorized_client', {
      description: 'Client disabled.',
      reason: `Client ${request.clientId} was removed or disabled during the sign-in.`,
    });
    exchange.activity.refused(error);
    return renderErrorPage(exchange, { status: 400, message: 'Client disabled.', error });
  }
  exchange.activity.client(client.clientId);
  const session = joinSession(exchange, data, client, signedIn.session);
  deps.store.sessions.save(session);
  const code = RESPONSE_TYPES[data.responseType].code
    ? makeCode(exchange, data, client, session, signedIn.interactive, deps.codes)
    : undefined;
  const sessionState =
    client.attributes['exclude.session.state.from.auth.response'] === 'true' ? undefined : session.id;
  const parameters = compact([
    ['state', data.state],
    ['session_state', sessionState],
    ['iss', issuerParameter(exchange, client)],
    ['code', code],
  ]);
  return RESPONSE_MODES[data.responseMode].send(data.redirect.uri, parameters);
}

/** The session with this client in it; a client that was there keeps its beginning, so that its maximum lifespan holds. */
function joinSession(
  exchange: RealmExchange,
  data: AuthorizationRequest,
  client: Client,
  session: UserSession,
): UserSession {
  const now = exchange.clock.now();
  const known = session.clients[client.id];
  const part: ClientSession = {
    clientUuid: client.id,
    startedAt: known?.startedAt ?? now,
    lastRefreshAt: now,
    scope: storedScopeText(data.scopes.scopes, data.scopes.openid),
    redirectUri: data.redirect.uri,
  };
  return withClientSession(session, part);
}

function makeCode(
  exchange: RealmExchange,
  data: AuthorizationRequest,
  client: Client,
  session: UserSession,
  interactive: boolean,
  codes: AuthorizationCodes,
): string {
  const realm: Realm = exchange.realm;
  return issueCode(codes, {
    realmId: realm.id,
    clientUuid: client.id,
    sessionId: session.id,
    redirectUri: data.redirect.sent,
    scope: data.parameters.get('scope'),
    nonce: data.nonce,
    codeChallenge: data.codeChallenge,
    acr: interactive ? '1' : '0',
    expiresAt: exchange.clock.now() + realm.lifespans.accessCode * 1000,
    flow: exchange.activity.flow,
  });
}
