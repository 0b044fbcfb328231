// SAML's row of the sign-in protocol table: completes sign-ins and answers them.

import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import { remedyOf } from '#protocol/errors/remedy.ts';
import { SAML_ERRORS, type SamlErrorCode, SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { ConsentQuestion, SignedIn, SignInProtocol, SignInRequest } from '#protocol/login/sign-in.ts';
import { joinClient } from '#protocol/realm/sessions/sessions.ts';
import type { Store, UserSession } from '#protocol/store/store.ts';
import { answerRefusals } from './answer-refusals.ts';
import type { ConsumerService } from './assertion-consumer-service.ts';
import { checkReached, reachedClass, unreachable } from './authn-context.ts';
import type { OutgoingMessage } from './bindings/binding.ts';
import { bindingOf, type SamlBindings } from './bindings/table.ts';
import { checkClient } from './check-message.ts';
import { sendEditable } from './edit-assertion.ts';
import { makeFailure, makeSuccess, type ResponseTarget } from './make-response.ts';
import { applySamlMappers } from './mappers/apply-mappers.ts';
import type { SamlMapperReport } from './mappers/mapper-report.ts';
import type { AuthnRequest } from './messages/authn-request.ts';
import { type NameIdentifier, nameSubject, otherNames } from './name-identifier.ts';
import { readServiceProvider, type ServiceProvider } from './service-provider.ts';
import type { SamlSigners } from './signer.ts';
import { statusOf } from './status.ts';
import type { UsedRequests } from './used-requests.ts';

/** Name in the sign-in protocol table. */
export const SAML = 'saml';

/** Stored during the sign-in, without anything from the realm, which may change meanwhile. */
export interface SamlSignInData {
  readonly consumer: ConsumerService;
  readonly relayState: string | undefined;
  /** URN. */
  readonly nameIdFormat: string;
  /** The service provider's request; undefined for IdP-initiated sign-on. */
  readonly request: Pick<AuthnRequest, 'id' | 'requestedContext' | 'subject' | 'nameIdPolicy'> | undefined;
}

/** What user events say of a sign-in. */
export function samlEventDetails({ consumer }: SamlSignInData): Readonly<Record<string, string>> {
  return { auth_method: SAML, redirect_uri: consumer.url };
}

export type SignedInPerson = Pick<SignedIn, 'user' | 'session' | 'acr' | 'level'>;

export interface SamlSignInDeps {
  readonly store: Pick<Store, 'sessions' | 'users'>;
  readonly signers: SamlSigners;
  readonly bindings: SamlBindings;
  readonly usedRequests: UsedRequests;
  readonly mapperReport: SamlMapperReport;
}

export interface SamlSignIns {
  readonly protocol: SignInProtocol;
  /** The response of a successful sign-in. Consumes the request and adds the client to the session. */
  succeed(
    exchange: RealmExchange,
    clientId: string,
    data: SamlSignInData,
    person: SignedInPerson,
  ): Promise<OutgoingMessage>;
  /** The response of a failed sign-in. */
  fail(
    exchange: RealmExchange,
    provider: ServiceProvider,
    data: SamlSignInData,
    error: SamlStatusError,
  ): OutgoingMessage;
  /** Sends the failure to the service provider. The caller records it in Activity. */
  sendFailure(
    exchange: RealmExchange,
    provider: ServiceProvider,
    data: SamlSignInData,
    error: SamlStatusError,
  ): Promise<Reply>;
}

export function createSamlSignIns(deps: SamlSignInDeps): SamlSignIns {
  const signIns: Omit<SamlSignIns, 'protocol'> = {
    succeed: (exchange, clientId, data, person) => succeed(exchange, deps, clientId, data, person),
    fail: (exchange, provider, data, error) =>
      makeFailure(exchange, deps.signers, targetOf(provider, data), statusOf(error)),
    async sendFailure(exchange, provider, data, error) {
      const message = signIns.fail(exchange, provider, data, error);
      return bindingOf(deps.bindings, data.consumer.binding).send(exchange, message);
    },
  };
  return { ...signIns, protocol: createProtocol(deps, signIns) };
}

function createProtocol(deps: SamlSignInDeps, signIns: Omit<SamlSignIns, 'protocol'>): SignInProtocol {
  const reportFailure = (
    exchange: RealmExchange,
    request: SignInRequest,
    error: SamlStatusError,
  ): Promise<Reply> =>
    answerRefusals(exchange, async () => {
      const data = readData(request);
      const provider = requireProvider(exchange, request.clientId);
      if (data.request === undefined) throw explainToPerson(error);
      await deps.usedRequests.consume(exchange, provider.client, data.request.id);
      // The sign-in pages recorded the rule; this records the refusal in SAML's terms.
      exchange.activity.refused(error);
      return signIns.sendFailure(exchange, provider, data, error);
    });
  return {
    complete: (exchange, request, signedIn) =>
      answerRefusals(exchange, () => complete(exchange, deps, signIns, request, signedIn)),
    refuse: (exchange, request, error) => reportFailure(exchange, request, translate(error)),
    fail: (exchange, request) => {
      const client = exchange.realm.clients.get(request.clientId);
      const { request: asked } = readData(request);
      if (client === undefined) throw new TypeError(`client ${request.clientId} is gone`);
      return reportFailure(
        exchange,
        request,
        unreachable({ realm: exchange.realm, client }, asked?.requestedContext),
      );
    },
    consent: askConsent,
  };
}

/** SAML's data, which the sign-in pages return unchanged. */
function readData(request: SignInRequest): SamlSignInData {
  return request.data as SamlSignInData;
}

function askConsent({ realm }: RealmExchange, request: SignInRequest): ConsentQuestion | undefined {
  const client = realm.clients.get(request.clientId);
  if (client === undefined || !client.consentRequired) return undefined;
  return { client, scopes: client.defaultScopes };
}

/** The current state of the client. @throws {SamlStatusError} if it has been removed or disabled. */
function requireProvider({ realm, clock, activity }: RealmExchange, clientId: string): ServiceProvider {
  const client = realm.clients.get(clientId);
  if (client === undefined) {
    throw new SamlStatusError('client_not_found', {
      reason: `Client ${clientId} was removed during the sign-in.`,
      remedy: `Add client ${clientId} to realm ${realm.name} again.`,
    });
  }
  activity.client(clientId);
  checkClient(client);
  return readServiceProvider(client, clock.now());
}

function targetOf(
  provider: ServiceProvider,
  { consumer, relayState, request }: SamlSignInData,
): ResponseTarget {
  return { provider, destination: consumer.url, inResponseTo: request?.id, relayState };
}

/** Sends the response, or a status if no assertion can be made. */
async function complete(
  exchange: RealmExchange,
  deps: SamlSignInDeps,
  signIns: Pick<SamlSignIns, 'succeed' | 'sendFailure'>,
  request: SignInRequest,
  signedIn: SignedIn,
): Promise<Reply> {
  const data = readData(request);
  try {
    const message = await signIns.succeed(exchange, request.clientId, data, signedIn);
    return await sendEditable(bindingOf(deps.bindings, data.consumer.binding), exchange, message);
  } catch (error) {
    if (!(error instanceof SamlStatusError) || !FOR_SERVICE_PROVIDER.includes(error.code)) throw error;
    if (data.request === undefined) throw error;
    exchange.activity.refused(error, SAML_ERRORS[error.code].rule);
    return signIns.sendFailure(exchange, requireProvider(exchange, request.clientId), data, error);
  }
}

/** Errors reported to the service provider if it sent a request. */
const FOR_SERVICE_PROVIDER: readonly SamlErrorCode[] = [
  'unsupported_nameid_format',
  'request_denied',
  'no_authn_context',
  // A status is not encrypted. If it cannot be signed either, this fails again and the user sees why.
  'processing_failed',
];

async function succeed(
  exchange: RealmExchange,
  { store, signers, usedRequests, mapperReport }: SamlSignInDeps,
  clientId: string,
  data: SamlSignInData,
  { user, session: given, acr, level }: SignedInPerson,
): Promise<OutgoingMessage> {
  const { realm } = exchange;
  const provider = requireProvider(exchange, clientId);
  const { client } = provider;
  if (data.request !== undefined) await usedRequests.consume(exchange, client, data.request.id);
  const requestedContext = data.request?.requestedContext;
  checkReached({ realm, client }, requestedContext, level);
  mapperReport.warnAboutUnsupportedMappers(realm, client);
  const mapped = applySamlMappers({ realm, client, user, session: given });
  const mayCreate = provider.forcesNameIdFormat || data.request?.nameIdPolicy?.allowCreate !== false;
  const naming = { realm, provider, user, format: data.nameIdFormat, mayCreate };
  const nameId = await nameSubject(store.users, naming, mapped);
  // Each transient name is new; the service provider knows the earlier one.
  const earlier = given.clients[client.id]?.saml?.nameId;
  checkSubject(data, user, [nameId.value, earlier ?? '', ...otherNames(provider, user)]);
  const session = await joinSession(exchange, store, provider, data, { session: given, acr, nameId });
  return makeSuccess(exchange, signers, targetOf(provider, data), {
    session,
    nameId,
    contextClass: reachedClass({ realm, client }, requestedContext, level),
    attributes: mapped.attributes,
    audiences: mapped.audiences,
  });
}

/** The signed-in user must be the requested subject. SAML Core §3.4.1.4. */
function checkSubject({ request }: SamlSignInData, user: SignedIn['user'], names: readonly string[]): void {
  const asked = request?.subject;
  if (asked === undefined) return;
  if (names.some((name) => name.toLowerCase() === asked.value.toLowerCase())) return;
  throw new SamlStatusError('request_denied', {
    reason: `The request is for subject ${asked.value}; ${user.username} signed in.`,
    remedy: 'Sign in as the subject that the request names, or send the request without Subject.',
    section: 'SAML Core §3.4.1.4',
  });
}

/** @throws {SamlStatusError} `request_denied` without a session. */
function joinSession(
  { realm, clock }: RealmExchange,
  { sessions }: Pick<Store, 'sessions'>,
  { client }: ServiceProvider,
  { consumer }: SamlSignInData,
  signedIn: { readonly session: UserSession; readonly acr: string; readonly nameId: NameIdentifier },
): Promise<UserSession> {
  const { acr, nameId } = signedIn;
  const known = signedIn.session;
  return sessions.update({ realmId: realm.id, id: known.id, known }, (session) => {
    if (session === undefined) {
      throw new SamlStatusError('request_denied', {
        reason: 'The session was ended while the sign-in was being completed.',
        remedy: 'Sign in again.',
      });
    }
    const joined = joinClient(realm, client, session, clock.now(), {
      scope: client.defaultScopes.map(({ name }) => name).join(' '),
      redirectUri: consumer.url,
      acr,
      saml: { nameId: nameId.value, nameIdFormat: nameId.format, binding: consumer.binding },
    });
    return { session: joined, result: joined };
  });
}

/** Without a request only the user is informed. Compat: Keycloak's texts. SAML Profiles §4.1.5. */
function explainToPerson(error: SamlStatusError): SamlStatusError {
  const { code, reason, cause } = error;
  const remedy = remedyOf(error);
  const description =
    code === 'request_denied'
      ? 'Consent denied.'
      : 'Unexpected error when handling authentication request to identity provider.';
  return new SamlStatusError(code, {
    description,
    reason,
    cause,
    ...(remedy === undefined ? {} : { remedy }),
  });
}

/** Translates a refusal by the sign-in pages. SAML Core §3.2.2.2. */
function translate(error: OAuthError): SamlStatusError {
  const { code, reason } = error;
  const remedy = remedyOf(error);
  const cause = { reason, cause: error };
  if (code === 'login_required' || code === 'interaction_required') {
    return new SamlStatusError('no_passive', {
      ...cause,
      remedy: 'Sign in in this browser first, or send the request without IsPassive.',
    });
  }
  const details = remedy === undefined ? cause : { ...cause, remedy };
  if (code === 'temporarily_unavailable')
    return new SamlStatusError('authn_failed', { ...details, statusMessage: 'authentication_expired' });
  return new SamlStatusError('request_denied', details);
}
