// Request objects by URL: fetched from registered addresses only, limited in time and size.

import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import type { DocumentFetcher } from '#protocol/http/document-fetcher.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { mdcOfCall } from '#protocol/http/exchange-mdc.ts';
import { maskUrl } from '#protocol/http/masking.ts';
import { reasonOfFailure } from '#protocol/http/network-failure.ts';
import { matchRedirectUri } from '#protocol/realm/clients/redirect-uri.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { refuseRequest } from './request-refusal.ts';

const TIMEOUT_MS = 5000;
const MAX_BYTES = 256 * 1024;
const SECTION = 'OIDC Core §6.2';

/** Separates addresses in the attribute. */
const SEPARATOR = '##';

function refuse(reason: string, remedy: Remedy): Error {
  return refuseRequest(reason, remedy, { code: 'invalid_request_uri', section: SECTION });
}

function checkRegistered({ baseUrl }: RealmExchange, client: Client, uri: string): void {
  const registered = (client.attributes['request.uris'] ?? '')
    .split(SEPARATOR)
    .filter((entry) => entry !== '');
  const [address = ''] = uri.split('#');
  if (matchRedirectUri(registered, address, { rootUrl: client.rootUrl, baseUrl }) !== undefined) return;
  throw refuse(
    `request.uris of client ${client.clientId} does not match ${uri} (${registered.join(', ') || 'it is empty'}).`,
    fixable({ kind: 'add-request-uri', client: client.clientId, value: address }),
  );
}

/**
 * Fetches the text behind a `request_uri`. Redirects are not followed. OIDC Core §6.2.
 * @throws {OAuthError} `invalid_request_uri` if the address is not registered or the request fails or times
 * out.
 */
export async function fetchRequestObject(
  exchange: RealmExchange,
  client: Client,
  uri: string,
  fetchDocument: DocumentFetcher,
): Promise<string> {
  checkRegistered(exchange, client, uri);
  try {
    const accept = 'application/oauth-authz-req+jwt, application/jwt, text/plain';
    const limits = { accept, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, name: 'it' };
    const text = await fetchDocument(uri, limits, {
      kind: 'request-object',
      title: 'Request object of a client',
      mdc: mdcOfCall(exchange, client.clientId),
      section: SECTION,
    });
    return text.trim();
  } catch (error) {
    exchange.log
      .child('request-object')
      .with(() => mdcOfCall(exchange, client.clientId))
      .warn('The request object of a client cannot be fetched', { url: maskUrl(uri) }, error);
    throw refuse(
      `${uri} gives no request object: ${reasonOfFailure(error)}.`,
      'Serve the object there with status 200, without a redirect, to this machine.',
    );
  }
}
