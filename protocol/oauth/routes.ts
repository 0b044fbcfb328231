// The routes of OAuth 2.0 and OpenID Connect, each with the one function that answers it.
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { ClientAuthentication } from '#protocol/http/client-authentication.ts';
import type { RealmRoute } from '#protocol/http/exchange.ts';
import type { Login, SignInProtocol } from '#protocol/login/sign-in.ts';
import type { PasswordChecker } from '#protocol/realm/credentials.ts';
import type { SessionEnder } from '#protocol/realm/sessions.ts';
import type { Store } from '#protocol/store/store.ts';
import type { TokenIssuer } from '#protocol/token/token-issuer.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import type { AuthorizationCode } from './authorization-code.ts';
import { createAuthorizationEndpoint } from './authorization-endpoint.ts';
import { handleIntrospectionRequest } from './introspection-endpoint.ts';
import { handleLogout, handleLogoutConfirmed } from './logout-endpoint.ts';
import { handleCerts, handleDiscovery, handleRealmRoot } from './metadata.ts';
import { handleRevocationRequest } from './revocation-endpoint.ts';
import { handleTokenRequest } from './token-endpoint.ts';
import { handleUserInfoRequest } from './userinfo-endpoint.ts';

/** What the endpoints work with. */
export interface OAuthDeps {
  readonly store: Store;
  readonly keys: RealmKeys;
  readonly issuer: TokenIssuer;
  readonly verifier: TokenVerifier;
  readonly passwords: PasswordChecker;
  readonly clientAuthentication: ClientAuthentication;
  readonly endSession: SessionEnder;
  /** A function, because the login is built with the sign-in protocol that this module gives. */
  readonly login: () => Login;
}

/** The routes, and the row of the sign-in protocol table. */
export interface OAuthParts {
  readonly routes: readonly RealmRoute[];
  readonly signIn: SignInProtocol;
}

const REALM = '/realms/:realm';
const PROTOCOL = `${REALM}/protocol/openid-connect`;

/** Builds the endpoints. */
export function createOAuthRoutes(given: OAuthDeps): OAuthParts {
  const deps = { ...given, codes: given.store.createExpiringStore<AuthorizationCode>() };
  const authorization = createAuthorizationEndpoint(deps);
  const rows: readonly Omit<RealmRoute, 'realm'>[] = [
    {
      method: 'GET',
      path: REALM,
      title: 'Realm',
      cors: 'any',
      handle: (exchange) => handleRealmRoot(exchange, deps.keys),
    },
    {
      method: 'GET',
      path: `${REALM}/.well-known/openid-configuration`,
      title: 'Discovery',
      cors: 'any',
      handle: handleDiscovery,
    },
    {
      method: 'GET',
      path: `${PROTOCOL}/certs`,
      title: 'Keys',
      cors: 'any',
      handle: (exchange) => handleCerts(exchange, deps.keys),
    },
    { method: 'GET', path: `${PROTOCOL}/auth`, title: 'Authorization request', handle: authorization.handle },
    {
      method: 'POST',
      path: `${PROTOCOL}/auth`,
      title: 'Authorization request',
      body: 'form',
      handle: authorization.handle,
    },
    {
      method: 'POST',
      path: `${PROTOCOL}/token`,
      title: 'Token request',
      body: 'form',
      cors: 'handler',
      handle: (exchange) => handleTokenRequest(exchange, deps),
    },
    {
      method: 'POST',
      path: `${PROTOCOL}/token/introspect`,
      title: 'Introspection',
      body: 'form',
      handle: (exchange) => handleIntrospectionRequest(exchange, deps),
    },
    {
      method: 'POST',
      path: `${PROTOCOL}/revoke`,
      title: 'Revocation',
      body: 'form',
      cors: 'handler',
      handle: (exchange) => handleRevocationRequest(exchange, deps),
    },
    {
      method: 'GET',
      path: `${PROTOCOL}/userinfo`,
      title: 'Userinfo',
      cors: 'handler',
      handle: (exchange) => handleUserInfoRequest(exchange, deps.verifier),
    },
    {
      method: 'POST',
      path: `${PROTOCOL}/userinfo`,
      title: 'Userinfo',
      body: 'form',
      cors: 'handler',
      handle: (exchange) => handleUserInfoRequest(exchange, deps.verifier),
    },
    {
      method: 'GET',
      path: `${PROTOCOL}/logout`,
      title: 'Sign-out',
      cors: 'handler',
      handle: (exchange) => handleLogout(exchange, deps),
    },
    {
      method: 'POST',
      path: `${PROTOCOL}/logout`,
      title: 'Sign-out',
      body: 'form',
      cors: 'handler',
      handle: (exchange) => handleLogout(exchange, deps),
    },
    {
      method: 'POST',
      path: `${PROTOCOL}/logout/logout-confirm`,
      title: 'Sign-out confirmed',
      body: 'form',
      handle: (exchange) => handleLogoutConfirmed(exchange, deps),
    },
  ];
  return { routes: rows.map((row) => ({ realm: true, ...row })), signIn: authorization.signIn };
}
