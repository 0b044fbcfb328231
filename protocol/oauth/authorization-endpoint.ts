// The authorization endpoint: runs the steps, starts the sign-in and sends the client its response.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { joinBrokeredFlow } from '#protocol/http/brokered-flow.ts';
import type { Parameters, RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { clientHome } from '#protocol/login/client-home.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import type { JoinSession } from '#protocol/login/join-session.ts';
import type {
  ConsentQuestion,
  Login,
  SignedIn,
  SignInProtocol,
  SignInRequest,
} from '#protocol/login/sign-in.ts';
import { joinClient } from '#protocol/realm/sessions/sessions.ts';
import { listIdentityProviders } from '#protocol/realm/view/identity-providers.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import {
  type ResolvedScopes,
  resolveScopes,
  restoreScopes,
  storedScopeText,
} from '#protocol/realm/view/scopes.ts';
import type { ClaimsRequest } from '#protocol/store/claims-request.ts';
import type { Store, UserSession } from '#protocol/store/store.ts';
import type { TokenIssuer } from '#protocol/token/token-issuer.ts';
import { type AuthorizationCodes, issueCode } from './authorization-code.ts';
import type { AuthorizationFacts, CodeChallenge, StepDeps } from './authorization-facts.ts';
import { type AnswerSigner, type AnswerTarget, sendAnswer, sendError } from './authorization-response.ts';
import type { StepRow } from './authorization-steps.ts';
import { issueFrontChannelTokens } from './front-channel-tokens.ts';
import { defaultResponseMode, parseResponseMode } from './response-modes/table.ts';
import { RESPONSE_TYPES, type ResponseTypeName } from './response-types.ts';
import { type FoundFacts, walkSteps } from './walk-steps.ts';

/** Name of this row in the sign-in protocol table. */
const OPENID_CONNECT = 'openid-connect';

/** Maximum length of `login_hint`, in characters. */
const MAX_LOGIN_HINT = 255;
/** Maximum length of `ui_locales`, in characters. */
const MAX_UI_LOCALES = 255;

export interface AuthorizationEndpointDeps extends Omit<StepDeps, 'endpoint'> {
  readonly codes: AuthorizationCodes;
  readonly issuer: TokenIssuer;
  readonly signedClaims: AnswerSigner;
  readonly login: Login;
}

/** A checked request, kept during the sign-in. No realm data, because the realm may change meanwhile. */
interface AuthorizationRequest extends AnswerTarget {
  readonly responseType: ResponseTypeName;
  /** `redirect_uri` exactly as sent. */
  readonly redirectUriSent: string | undefined;
  /** The `scope` parameter as sent. */
  readonly scope: string | undefined;
  readonly nonce: string | undefined;
  readonly codeChallenge: CodeChallenge | undefined;
  readonly dpopJkt: string | undefined;
  readonly claimsRequest: ClaimsRequest | undefined;
}

/** The endpoint (RFC 6749 §3.1) and its row of the sign-in protocol table. */
export interface AuthorizationEndpoint {
  handle(exchange: RealmExchange): Promise<Reply>;
  /** The same request, answered with the page on which people register. */
  handleRegistration(exchange: RealmExchange): Promise<Reply>;
  readonly signIn: SignInProtocol;
}

export function createAuthorizationEndpoint(deps: AuthorizationEndpointDeps): AuthorizationEndpoint {
  const at = (endpoint: StepDeps['endpoint']): AuthorizationEndpoint['handle'] => {
    const stepDeps: StepDeps = { ...deps, endpoint };
    return (exchange) => authorize(exchange, deps, stepDeps);
  };
  const register = at('registration');
  return {
    handle: at('authorization'),
    handleRegistration: async (exchange) => openInvitation(exchange) ?? register(exchange),
    signIn: {
      joins: true,
      complete: (exchange, request, signedIn) => completeSignIn(exchange, request, signedIn, deps),
      refuse: async (exchange, request, error) => {
        const client = exchange.realm.clients.get(request.clientId);
        return sendError(exchange, client, readRequest(request), error, deps.signedClaims);
      },
      consent: askConsent,
    },
  };
}

/** Compat: the link of an invitation to an organization has the parameter `token`, and no redirect URI. */
function openInvitation({ baseUrl, realm, query }: RealmExchange): Reply | undefined {
  const key = query.get('token');
  if (key === undefined) return undefined;
  const parameters = new URLSearchParams({ key, client_id: query.get('client_id') ?? '' });
  const place = `${baseUrl}/realms/${encodeURIComponent(realm.name)}/login-actions/action-token`;
  return redirectReply(`${place}?${parameters}`);
}

/** Scopes that the client loses meanwhile are refused after the sign-in. OIDC Core §3.1.2.4. */
function askConsent({ realm }: RealmExchange, request: SignInRequest): ConsentQuestion | undefined {
  const client = realm.clients.get(request.clientId);
  if (client === undefined || !client.consentRequired) return undefined;
  const { scope } = readRequest(request);
  const defaults = client.defaultScopes.map(({ name }) => name).join(' ');
  return { client, scopes: restoreScopes(client, `${defaults} ${scope ?? ''}`).scopes };
}

function readRequest(request: SignInRequest): AuthorizationRequest {
  return request.data as AuthorizationRequest;
}

async function authorize(
  exchange: RealmExchange,
  deps: AuthorizationEndpointDeps,
  stepDeps: StepDeps,
): Promise<Reply> {
  const { activity } = exchange;
  const sent = exchange.method === 'POST' ? exchange.form : exchange.query;
  activity.parties('browser', 'understudy');
  joinBrokeredFlow(exchange);
  const walked = await walkSteps(exchange, { sent }, stepDeps);
  if (walked.refused !== undefined)
    return answerRefusal(exchange, walked.row, walked.found, walked.refused, deps);
  const { facts } = walked;
  if (exchange.forcedError !== undefined) return sendForcedError(exchange, facts, exchange.forcedError, deps);
  return deps.login.begin(exchange, toSignInRequest(exchange, facts));
}

/** A fault's error goes to the client like any other, in the response mode of the request. */
function sendForcedError(
  exchange: RealmExchange,
  { client, redirect, responseMode, parameters }: AuthorizationFacts,
  error: OAuthError,
  { signedClaims }: AuthorizationEndpointDeps,
): Promise<Reply> {
  exchange.activity.refused(error);
  const target = { redirectUri: redirect.uri, responseMode, state: parameters.get('state') };
  return sendError(exchange, client, target, error, signedClaims);
}

function toSignInRequest(exchange: RealmExchange, facts: AuthorizationFacts): SignInRequest {
  const { activity, realm } = exchange;
  const { parameters, interaction, client, acr, action, requiredUser } = facts;
  const data: AuthorizationRequest = {
    redirectUri: facts.redirect.uri,
    redirectUriSent: facts.redirect.sent,
    responseType: facts.responseType,
    responseMode: facts.responseMode,
    state: parameters.get('state'),
    scope: parameters.get('scope'),
    nonce: facts.nonce,
    codeChallenge: facts.codeChallenge,
    dpopJkt: facts.dpopJkt,
    claimsRequest: facts.claimsRequest,
  };
  return {
    protocol: OPENID_CONNECT,
    clientId: client.clientId,
    ...interaction,
    ...startAction(interaction, action),
    ...(acr === undefined ? {} : { acr }),
    ...(requiredUser === undefined ? {} : { requiredUser }),
    ...readProviderHint(exchange, parameters),
    ...readPassedOn(realm, parameters),
    scopes: facts.scopes.scopes.map(({ name }) => name),
    loginHint: readLoginHint(parameters.get('login_hint') ?? ''),
    uiLocales: readUiLocales(parameters.get('ui_locales') ?? ''),
    flow: activity.flow,
    eventDetails: {
      auth_method: OPENID_CONNECT,
      auth_type: 'code',
      response_type: data.responseType,
      response_mode: data.responseMode,
      redirect_uri: data.redirectUri,
    },
    data,
  };
}

/** The action's age of authentication and `max_age`: the shorter one applies. */
function startAction(
  { maxAgeSeconds }: AuthorizationFacts['interaction'],
  action: AuthorizationFacts['action'],
): Pick<SignInRequest, 'action' | 'maxAgeSeconds'> {
  if (action === undefined) return {};
  const ages = [maxAgeSeconds, action.maxAgeSeconds].filter((age) => age !== undefined);
  return {
    action: { name: action.name, parameter: action.parameter },
    maxAgeSeconds: ages.length === 0 ? undefined : Math.min(...ages),
  };
}

/** Compat: an empty hint means that no identity provider is asked by itself. */
function readProviderHint(
  { rawQuery }: RealmExchange,
  parameters: AuthorizationFacts['parameters'],
): Pick<SignInRequest, 'providerHint'> {
  const text = parameters.get('kc_idp_hint');
  if (text !== undefined) return { providerHint: text.slice(0, MAX_LOGIN_HINT) };
  // Compat: an empty one asks for no provider, although parameters without a value are otherwise omitted.
  return EMPTY_HINT.test(rawQuery) ? { providerHint: '' } : {};
}

/** Parameters that are passed on at most, and their length. */
const MAX_PASSED_ON = 20;
const MAX_PASSED_LENGTH = 2000;

/** For identity providers: a realm without any keeps nothing. */
function readPassedOn(realm: Realm, parameters: Parameters): Pick<SignInRequest, 'passedOn'> {
  if (listIdentityProviders(realm).length === 0) return {};
  const short = parameters.entries.filter(([, value]) => value.length <= MAX_PASSED_LENGTH);
  return { passedOn: Object.fromEntries(short.slice(0, MAX_PASSED_ON)) };
}

const EMPTY_HINT = /(?:^|&)kc_idp_hint=?(?:&|$)/;

/** Compat: a hint too long to be a username is ignored. OIDC Core §3.1.2.1. */
function readLoginHint(text: string): string | undefined {
  return text === '' || text.length > MAX_LOGIN_HINT ? undefined : text;
}

/** OIDC Core §3.1.2.1: languages, separated by spaces. */
function readUiLocales(text: string): readonly string[] {
  return text.length > MAX_UI_LOCALES ? [] : text.split(' ').filter((tag) => tag !== '');
}

/** Reports the refusal to the user or the client, as the step's row demands (RFC 6749 §4.1.2.1). */
function answerRefusal(
  exchange: RealmExchange,
  { failure }: StepRow,
  { redirect, parameters, client, requestedType, responseMode }: FoundFacts,
  error: OAuthError,
  deps: AuthorizationEndpointDeps,
): Reply | Promise<Reply> {
  if (failure === 'page' || redirect === undefined) {
    const backTo = client === undefined ? undefined : clientHome(client, exchange.baseUrl);
    return renderErrorPage(exchange, { status: error.status, message: error.description, error, backTo });
  }
  const requested = parameters?.get('response_mode') ?? '';
  const mode =
    responseMode ?? parseResponseMode(requested, requestedType) ?? defaultResponseMode(requestedType);
  const target = { redirectUri: redirect.uri, responseMode: mode, state: parameters?.get('state') };
  return sendError(exchange, client, target, error, deps.signedClaims);
}

/** After the sign-in: adds the client to the session and sends the response. */
async function completeSignIn(
  exchange: RealmExchange,
  signIn: SignInRequest,
  signedIn: SignedIn,
  deps: AuthorizationEndpointDeps,
): Promise<Reply> {
  const request = readRequest(signIn);
  // The realm may have changed during the sign-in.
  const client = exchange.realm.clients.get(signIn.clientId);
  if (client === undefined || !client.enabled) return refuseLostClient(exchange, signIn.clientId);
  exchange.activity.client(client.clientId);
  try {
    const { session, scopes } = await joinSession(exchange, request, client, signedIn, deps.store);
    const { nonce, claimsRequest } = request;
    const type = RESPONSE_TYPES[request.responseType];
    const code = type.code ? await makeCode(exchange, request, client, session, deps.codes) : undefined;
    const basis = { client, user: signedIn.user, session, ...scopes, nonce, claimsRequest };
    const tokens = await issueFrontChannelTokens(exchange, deps.issuer, basis, {
      ...type,
      code,
      state: request.state || undefined,
    });
    const { actionStatus } = signedIn;
    const action =
      actionStatus === undefined ? undefined : { name: signIn.action?.name ?? '', status: actionStatus };
    const answer = { sessionId: session.id, code, tokens, action };
    return await sendAnswer(exchange, client, request, answer, deps.signedClaims);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.refused(error, 'join-session');
    return sendError(exchange, client, request, error, deps.signedClaims);
  }
}

function refuseLostClient(exchange: RealmExchange, clientId: string): Reply {
  const error = new OAuthError('unauthorized_client', {
    description: 'Client disabled.',
    reason: `Client ${clientId} was removed or disabled during the sign-in.`,
    remedy: `Add client ${clientId} to realm ${exchange.realm.name} again, or set its enabled to true.`,
  });
  exchange.activity.refused(error, 'join-session');
  return renderErrorPage(exchange, { status: 400, message: error.description, error });
}

/**
 * Adds the client to the session. A client already in the session keeps its start time, so its maximum lifespan
 * still applies; if its part has ended, it starts over.
 * @throws {OAuthError} `login_required` if the session has ended; `invalid_scope` if the client lost a scope.
 */
function joinSession(
  { realm, clock }: RealmExchange,
  request: AuthorizationRequest,
  client: Client,
  signedIn: SignedIn,
  { sessions }: Store,
): Promise<{ session: UserSession; scopes: ResolvedScopes }> {
  const known = signedIn.session;
  const join: JoinSession =
    signedIn.join ?? ((change) => sessions.update({ realmId: realm.id, id: known.id, known }, change));
  return join((session) => {
    if (session === undefined) {
      throw new OAuthError('login_required', {
        description: '',
        reason: 'The session ended during the sign-in.',
        remedy: 'Sign in again.',
      });
    }
    const scopes = resolveScopes(client, request.scope);
    const joined = joinClient(realm, client, session, clock.now(), {
      scope: storedScopeText(scopes.scopes, scopes.openid),
      redirectUri: request.redirectUri,
      acr: signedIn.acr,
      claimsRequest: request.claimsRequest,
      ...(signedIn.organization === undefined ? {} : { organization: signedIn.organization }),
    });
    return { session: joined, result: { session: joined, scopes } };
  });
}

function makeCode(
  { realm, clock, activity }: RealmExchange,
  request: AuthorizationRequest,
  client: Client,
  session: UserSession,
  codes: AuthorizationCodes,
): Promise<string> {
  const now = clock.now();
  const code = {
    realmId: realm.id,
    clientUuid: client.id,
    sessionId: session.id,
    redirectUri: request.redirectUriSent,
    scope: request.scope,
    nonce: request.nonce,
    codeChallenge: request.codeChallenge,
    dpopJkt: request.dpopJkt,
    claimsRequest: request.claimsRequest,
    acr: session.clients[client.id]?.acr ?? '1',
    authenticatedAt: session.authenticatedAt,
    expiresAt: now + realm.lifespans.accessCode * 1000,
    flow: activity.flow,
  };
  return issueCode(codes, code, now);
}
