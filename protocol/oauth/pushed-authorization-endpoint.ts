// The pushed authorization request endpoint: stores a client's request and returns its request_uri.

import type { ClientAuthentication } from '#protocol/client-authentication/client-authentication.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { remedyOf } from '#protocol/errors/remedy.ts';
import type { Parameters, RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { listParameters } from '#protocol/http/parameters.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { StepDeps } from './authorization-facts.ts';
import { answerClient } from './client-endpoint.ts';
import { keepPushedRequest, pushedLifespan } from './requests/pushed-requests.ts';
import { walkSteps } from './walk-steps.ts';

export interface PushedAuthorizationDeps extends Omit<StepDeps, 'endpoint'> {
  readonly clientAuthentication: ClientAuthentication;
}

/** Credentials are not stored with the request. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'client_secret',
  'client_assertion',
  'client_assertion_type',
]);

/** `POST …/ext/par/request` (RFC 9126 §2). */
export function handlePushedAuthorization(
  exchange: RealmExchange,
  deps: PushedAuthorizationDeps,
): Promise<Reply> {
  return answerClient(exchange, deps.clientAuthentication, async (caller) => {
    checkNoReference(exchange.form);
    const client = await caller.authenticate();
    const parameters = await checkRequest(exchange, client, deps);
    const request_uri = await keepPushedRequest(deps.pushed, exchange, client, parameters);
    return jsonReply(201, { request_uri, expires_in: pushedLifespan(exchange.realm) }, NO_STORE);
  });
}

/** RFC 9126 §2.1: a pushed request must not refer to another request. */
function checkNoReference(form: Parameters): void {
  if (!form.has('request_uri')) return;
  throw new OAuthError('invalid_request', {
    description: 'It is not allowed to include request_uri to PAR.',
    reason: 'The pushed request carries request_uri.',
    remedy: 'Push the parameters themselves, or a request object in request.',
    section: 'RFC 9126 §2.1',
  });
}

async function checkRequest(
  exchange: RealmExchange,
  client: Client,
  deps: PushedAuthorizationDeps,
): Promise<Parameters> {
  const sent = withoutCredentials(exchange.form, client);
  const walked = await walkSteps(exchange, { sent, client }, { ...deps, endpoint: 'pushed' });
  if (walked.refused !== undefined) throw asPushedRefusal(walked.refused);
  return walked.facts.parameters;
}

/** Adds `client_id` if the client authenticated by header only. */
function withoutCredentials(form: Parameters, { clientId }: Client): Parameters {
  const entries = form.entries.filter(([name]) => !CREDENTIALS.has(name));
  return listParameters(form.has('client_id') ? entries : [...entries, ['client_id', clientId]]);
}

/** Compat: Keycloak reports every error in the request itself as `invalid_request`. RFC 9126 §2.3. */
function asPushedRefusal(error: OAuthError): OAuthError {
  const { code, reason, section } = error;
  if (code !== 'invalid_scope' && code !== 'unsupported_response_type') return error;
  const description = code === 'invalid_scope' ? error.description : 'Unsupported response type';
  return new OAuthError('invalid_request', { description, reason, remedy: remedyOf(error), section });
}
