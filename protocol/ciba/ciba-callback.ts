// The callback endpoint: the authentication entity reports the result of a request.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBearerToken } from '#protocol/http/bearer.ts';
import { checkRealm } from '#protocol/http/check-realm.ts';
import { oauthErrorReply } from '#protocol/http/errors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { RequestObjectDeps } from '#protocol/oauth/requests/request-objects.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { AuthenticationRequest, AuthenticationRequests } from './authentication-requests.ts';
import { type DelegationClaims, readDelegation } from './delegation.ts';

export interface CibaCallbackDeps extends Pick<RequestObjectDeps, 'keys'> {
  readonly requests: AuthenticationRequests;
}

/** Results that an entity may report, and whether they approve the request (service description §4.3). */
const RESULTS: ReadonlyMap<string, boolean> = new Map([
  ['SUCCEED', true],
  ['UNAUTHORIZED', false],
  ['CANCELLED', false],
]);

const SECTION = 'service description §4.3';
const RULE = 'check-entity-answer';
/** Limits for additional members of the result, which are kept for mappers. */
const MAX_NOTES = 20;
const MAX_NOTE_CHARACTERS = 2000;

interface AuthenticationResult {
  readonly succeeded: boolean;
  readonly status: string;
  readonly notes: Readonly<Record<string, string>>;
}

/** `POST …/ext/ciba/auth/callback` (service description §4.3). */
export async function handleAuthenticationResult(
  exchange: RealmExchange,
  deps: CibaCallbackDeps,
): Promise<Reply> {
  exchange.activity.parties('authentication-entity', 'understudy');
  try {
    // The built-in device answers over the loopback interface, by plain HTTP.
    checkRealm(exchange, { trustLoopback: true });
    const token = await readToken(exchange, deps);
    const request = await findRequest(exchange, token, deps);
    exchange.activity.joinFlow(request.flow);
    const client = findRecipient(exchange, token, request);
    exchange.activity.client(client.clientId);
    await recordResult(exchange, request, readResult(exchange.json), deps);
    return jsonReply(200, {}, NO_STORE);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return oauthErrorReply(exchange, error);
  }
}

function refuseToken(status: 401 | 403, reason: string, remedy: string): OAuthError {
  return new OAuthError('invalid_token', {
    status,
    description: 'Invalid token',
    reason,
    remedy,
    section: SECTION,
  });
}

async function readToken(exchange: RealmExchange, { keys }: CibaCallbackDeps): Promise<DelegationClaims> {
  const text = readBearerToken(exchange);
  const remedy = 'Send Authorization: Bearer with the token that came with the delegation.';
  if (text === undefined) throw refuseToken(401, 'The header Authorization has no Bearer token.', remedy);
  const token = await readDelegation(keys, exchange, text);
  if ('fault' in token) throw refuseToken(403, token.fault, remedy);
  return token;
}

async function findRequest(
  { realm, clock }: RealmExchange,
  { resultId, issuer }: DelegationClaims,
  { requests }: CibaCallbackDeps,
): Promise<AuthenticationRequest> {
  const request = await requests.findByApprovalCode(realm.id, resultId, clock.now());
  if (request === undefined) {
    throw refuseToken(
      403,
      'There is no such authentication request: it was never sent, it has expired, or the server was restarted.',
      'Answer sooner, or raise attribute cibaExpiresIn of the realm.',
    );
  }
  if (request.issuer === issuer) return request;
  throw refuseToken(
    403,
    `The token's issuer is ${issuer}, that of the request ${request.issuer}.`,
    'Send the token of the delegation.',
  );
}

function findRecipient(
  { realm }: RealmExchange,
  { clientId }: DelegationClaims,
  { clientUuid }: AuthenticationRequest,
): Client {
  const client = realm.clientsById.get(clientUuid);
  if (client === undefined || !client.enabled) {
    throw new OAuthError('invalid_request', {
      description: 'Invalid token recipient',
      reason: `Client ${clientId}, which sent the request, was removed or disabled.`,
      remedy: `Add client ${clientId} again, or set its enabled to true; then send a new request.`,
      section: SECTION,
    });
  }
  if (client.clientId === clientId) return client;
  throw new OAuthError('invalid_request', {
    description: 'Token recipient mismatch',
    reason: `The token is for client ${clientId}; the request is from client ${client.clientId}.`,
    remedy: 'Send the token of the delegation; a client that was renamed must send a new request.',
    section: SECTION,
  });
}

/** @throws {OAuthError} `invalid_request`; the request remains pending. */
function readResult(json: unknown): AuthenticationResult {
  const members = typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
  const { status, ...rest } = members as Readonly<Record<string, unknown>>;
  const names = [...RESULTS.keys()].join(', ');
  const remedy = `Send a JSON object with status, one of ${names}.`;
  if (status === undefined || status === null) {
    throw new OAuthError('invalid_request', {
      description: 'Invalid authentication status',
      reason: 'The result has no member status.',
      remedy,
      section: SECTION,
    });
  }
  const succeeded = typeof status === 'string' ? RESULTS.get(status) : undefined;
  if (typeof status !== 'string' || succeeded === undefined) {
    throw new OAuthError('invalid_request', {
      description: `Invalid authentication status: status must be one of ${names}`,
      reason: `status is ${JSON.stringify(status).slice(0, 100)}.`,
      remedy,
      section: SECTION,
    });
  }
  return { succeeded, status, notes: readNotes(rest) };
}

function readNotes(rest: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const texts = Object.entries(rest).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1].length <= MAX_NOTE_CHARACTERS && entry[0] !== '__proto__',
  );
  return Object.fromEntries(texts.slice(0, MAX_NOTES));
}

async function recordResult(
  { clock, activity }: RealmExchange,
  request: AuthenticationRequest,
  { succeeded, status, notes }: AuthenticationResult,
  { requests }: CibaCallbackDeps,
): Promise<void> {
  const now = clock.now();
  const answer = succeeded ? { answeredAt: now, notes } : 'denied';
  const taken = await requests.answer(request.realmId, request.pollingCode, answer, now);
  if (taken === 'answered') await requests.abandon(request);
  if (taken === 'taken') {
    activity.recordPass(RULE, `The entity reports ${status}.`, SECTION);
    return;
  }
  throw taken === 'answered'
    ? refuseToken(
        403,
        'The request was already answered; it is now void, because one of the two results is not the entity’s.',
        'Answer each delegation once; the client must send a new request.',
      )
    : refuseToken(403, 'The auth_req_id expired before the entity answered.', 'Answer sooner.');
}
