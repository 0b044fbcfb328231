// The session iframe, which tells applications that the browser's session has changed or ended.
import { createHash } from 'node:crypto';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { emptyReply, htmlReply, NO_STORE } from '#protocol/http/replies.ts';
import { allowedOrigins } from '#protocol/realm/clients/web-origins.ts';
import { renderScriptPage } from './script-page.ts';
import { STATUS_IFRAME_SCRIPT } from './status-iframe-script.ts';

const SECTION = 'OIDC Session Management §3.2';

const PAGE: Reply = renderScriptPage('Session status', STATUS_IFRAME_SCRIPT, { connectSources: ["'self'"] });
/** Version of the page, for requests that name one. */
const VERSION: string = createHash('sha256').update(STATUS_IFRAME_SCRIPT).digest('hex').slice(0, 12);

/** `GET …/login-status-iframe.html` (OIDC Session Management §3.2). Compat: an unknown `version` is 404. */
export function handleStatusIframe(exchange: RealmExchange): Reply {
  exchange.activity.parties('browser', 'understudy');
  const version = exchange.query.get('version');
  if (version === undefined || version === VERSION) return PAGE;
  return htmlReply(404, html`<!doctype html><title>Not found</title><p>There is no such version.</p>`);
}

/** `GET …/login-status-iframe.html/init`: 204 if the client may use the iframe from this origin, else 403. */
export function handleStatusIframeInit(exchange: RealmExchange): Reply {
  const { activity, query, realm, baseUrl } = exchange;
  activity.parties('browser', 'understudy');
  const clientId = query.get('client_id') ?? '';
  const origin = query.get('origin') ?? '';
  const client = realm.clients.get(clientId);
  if (client !== undefined) activity.client(client.clientId);
  const origins = client?.enabled === true ? allowedOrigins(client, baseUrl) : [];
  const isOwn = client?.enabled === true && origin === new URL(baseUrl).origin;
  if (isOwn || origins.includes('*') || origins.includes(origin)) {
    activity.recordPass('check-origin', `${clientId} may use the session iframe from ${origin}`, SECTION);
    return emptyReply(204, NO_STORE);
  }
  activity.refused(refuseOrigin(client?.clientId, origin), 'check-origin');
  return emptyReply(403, NO_STORE);
}

function refuseOrigin(clientId: string | undefined, origin: string): OAuthError {
  return new OAuthError('access_denied', {
    description: 'The origin may not ask for the session status.',
    reason:
      clientId === undefined
        ? 'client_id does not identify a client of the realm.'
        : `${origin} is not a web origin of client ${clientId}, or the client is disabled.`,
    remedy:
      clientId === undefined
        ? 'Send the client_id of a client of the realm.'
        : `Add "${origin}" to webOrigins of client ${clientId}; + stands for the origins of its redirect URIs.`,
    section: SECTION,
  });
}
