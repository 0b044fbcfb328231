// The source of an authentication request's parameters: the form, a signed request object or a URL.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Parameters, RealmExchange } from '#protocol/http/exchange.ts';
import { checkNoDuplicates } from '#protocol/oauth/check-form.ts';
import { fetchRequestObject } from '#protocol/oauth/requests/fetch-request-object.ts';
import {
  type RequestObjectDeps,
  readRequestObject,
  type SignatureRule,
} from '#protocol/oauth/requests/request-objects.ts';
import type { Client } from '#protocol/realm/view/realm.ts';

const SECTION = 'CIBA §7.1.1';

/** CIBA §7.1.1: signed with a key pair and with all required claims. */
const RULE: SignatureRule = {
  attribute: 'ciba.backchannel.auth.request.signing.alg',
  asymmetric: true,
  complete: true,
};

/** @throws {OAuthError} `invalid_request` for repeated parameters and for an invalid request object. */
export async function readRequest(
  exchange: RealmExchange,
  client: Client,
  deps: RequestObjectDeps,
): Promise<Parameters> {
  const { form, activity } = exchange;
  checkNoDuplicates(form, 'CIBA §7.1');
  const object = form.get('request') ?? '';
  const uri = form.get('request_uri') ?? '';
  if (object === '' && uri === '') return form;
  if (object !== '' && uri !== '') {
    throw new OAuthError('invalid_request', {
      description: "Illegal to use both 'request' and 'request_uri' parameters together",
      remedy: 'Send one of them.',
      section: SECTION,
    });
  }
  try {
    const text = object === '' ? await fetchRequestObject(exchange, client, uri, deps.fetchDocument) : object;
    const parameters = await readRequestObject(exchange, client, form, text, deps, RULE);
    activity.recordPass('resolve-request', 'The parameters are in a request object of the client.', SECTION);
    return parameters;
  } catch (error) {
    throw error instanceof OAuthError ? asRefusal(error, client) : error;
  }
}

/** Compat: Keycloak reports every object error as `invalid_request`; CIBA §13 has no other code. */
function asRefusal({ code, reason, remedy }: OAuthError, { clientId }: Client): OAuthError {
  const isNotAllowed =
    code === 'invalid_request_uri' && reason.startsWith(`request.uris of client ${clientId}`);
  return new OAuthError('invalid_request', {
    description: isNotAllowed ? "Specified 'request_uri' not allowed for this client." : reason,
    reason,
    remedy,
    section: SECTION,
  });
}
