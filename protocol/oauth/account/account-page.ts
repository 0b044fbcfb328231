// The page of the account console, which is Keycloak's own and is built into the server.
import { join } from 'node:path';
import { createRandomText, sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readBuiltFile } from '#protocol/http/built-files.ts';
import { checkRealm } from '#protocol/http/check-realm.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { RequestFault } from '#protocol/http/request-fault.ts';
import { localeCookie, withCookies } from '#protocol/login/browser-cookies.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import { requestedLocale } from '#protocol/login/requested-locale.ts';
import type { Login } from '#protocol/login/sign-in.ts';
import { textsOf } from '#protocol/login/texts/page-texts.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { protocolUrl } from '../token-context.ts';
import { accountUrl, CONSOLE_CLIENT, CONSOLE_FILES, describeEnvironment } from './account-environment.ts';
import { checkAccountEnabled } from './account-route.ts';

export interface AccountPageDeps {
  readonly login: Pick<Login, 'currentSession'>;
  /** Contains the built page, `account/index.html`. */
  readonly consoleFolder: string;
}

/** Parameters that a signed-out browser keeps on its way through the sign-in. */
const KEPT = ['referrer', 'referrer_uri'] as const;

/** Only the server's own files run; the console's frames are those of keycloak-js. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** `GET /realms/{realm}/account` and below, for browsers. */
export function createAccountPage(deps: AccountPageDeps): (exchange: RealmExchange) => Promise<Reply> {
  return async (exchange) => {
    const { activity } = exchange;
    activity.title('Account console');
    activity.parties('browser', 'understudy');
    const refused = refuseRealm(exchange);
    if (refused !== undefined) return refused;
    const current = await deps.login.currentSession(exchange);
    // Compat: users who are not signed in sign in first, so that the page knows the user. An error is left to the console.
    if (current === undefined && !exchange.query.has('error')) return toSignIn(exchange);
    if (current !== undefined) activity.user(current.user.username);
    // The console would take the code for one of its own, which it asks for with a state.
    if (exchange.query.has('code') && !exchange.query.has('state')) return redirectReply(pageUrl(exchange));
    return renderConsole(exchange, await readPage(deps.consoleFolder), current?.user);
  };
}

/** The page for a realm or client that is disabled. */
function refuseRealm(exchange: RealmExchange): Reply | undefined {
  try {
    checkRealm(exchange);
    checkAccountEnabled(exchange);
    return undefined;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.refused(error, 'check-account');
    return renderErrorPage(exchange, { status: error.status, message: error.description, error });
  }
}

/** Compat: PKCE only satisfies the client's settings; the console signs in again, with a verifier of its own. */
function toSignIn(exchange: RealmExchange): Reply {
  const { realm, baseUrl } = exchange;
  const parameters = new URLSearchParams({
    client_id: CONSOLE_CLIENT,
    redirect_uri: pageUrl(exchange),
    response_type: 'code',
    scope: 'openid',
    code_challenge: sha256Base64Url(createRandomText(32)),
    code_challenge_method: 'S256',
  });
  // The sign-in remembers it.
  const locale = requestedLocale(exchange);
  if (locale !== undefined) parameters.set('kc_locale', locale);
  return redirectReply(`${protocolUrl(baseUrl, realm.name)}/auth?${parameters}`);
}

/** The address of the request, without what a sign-in has added. */
function pageUrl(exchange: RealmExchange): string {
  const { pathParameters, query } = exchange;
  const own = new URL(accountUrl(exchange));
  const rest = pathParameters['rest'] ?? lastSegment(exchange.path);
  const segments = rest.split('/');
  // Dots would lead out of the console.
  if (!segments.some((segment) => /^\.{1,2}$/.test(segment)))
    own.pathname += segments.map(encodeURIComponent).join('/');
  for (const name of KEPT) {
    const value = query.get(name);
    if (value !== undefined) own.searchParams.set(name, value);
  }
  return own.href;
}

/** What follows `…/account/` in addresses that the account API has as well, such as `applications`. */
function lastSegment(path: string): string {
  return /\/realms\/[^/]+\/account\/([\w-]+)\/?$/.exec(path)?.[1] ?? '';
}

async function readPage(folder: string): Promise<string> {
  const file = await readBuiltFile(folder, join('account', 'index.html'));
  if (file !== undefined) return file.content.toString('utf8');
  throw new RequestFault(404, 'not_found', 'The account console is not part of this installation.', {
    remedy: 'Build it with npm run build.',
  });
}

/** `<` is escaped: the script element must not end within the JSON. */
function renderConsole(exchange: RealmExchange, page: string, user: StoredUser | undefined): Reply {
  const { locale, direction } = textsOf(exchange, user);
  const environment = JSON.stringify(describeEnvironment(exchange, user, locale)).replaceAll('<', '\\u003c');
  const body = page
    .replace('<html lang="en">', () => String(html`<html lang="${locale}" dir="${direction}">`))
    .replaceAll('="./', `="${exchange.basePath}${CONSOLE_FILES}/`)
    .replace('"__ENVIRONMENT__"', () => environment);
  const reply: Reply = {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store, must-revalidate, max-age=0',
      'content-security-policy': POLICY,
    },
    body,
  };
  const requested = requestedLocale(exchange);
  return requested === undefined ? reply : withCookies(reply, [localeCookie(exchange, requested)]);
}
