// The routes of OAuth 2.0 and OpenID Connect, each with the function that answers it.

import type { ClientAuthentication } from '#protocol/client-authentication/client-authentication.ts';
import type { ClientKeys } from '#protocol/client-authentication/client-keys.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { DocumentFetcher } from '#protocol/http/document-fetcher.ts';
import type { RealmRoute, Route } from '#protocol/http/exchange.ts';
import type { LastRuns } from '#protocol/login/flow/last-runs.ts';
import type { Login, SignInProtocol } from '#protocol/login/sign-in.ts';
import type { FrontChannelParticipant, SignOutProtocol } from '#protocol/login/sign-out.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { BruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import type { PasswordChecker } from '#protocol/realm/users/credentials.ts';
import type { OneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import type { Store } from '#protocol/store/store.ts';
import type { SignedClaims } from '#protocol/token/signed-claims.ts';
import type { TokenIssuer } from '#protocol/token/token-issuer.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import { listAccountRows } from './account/account-endpoint.ts';
import { listAccountFileRoutes } from './account/account-files.ts';
import { createAccountPage } from './account/account-page.ts';
import type { AuthorizationCode } from './authorization-code.ts';
import { type AuthorizationEndpoint, createAuthorizationEndpoint } from './authorization-endpoint.ts';
import { createCertsEndpoint } from './certs-endpoint.ts';
import {
  handleRegistration,
  handleRegistrationDelete,
  handleRegistrationRead,
  handleRegistrationUpdate,
  type RegistrationDeps,
} from './client-registration/registration-endpoint.ts';
import type { DeviceCodes } from './device/device-codes.ts';
import { createDeviceParts } from './device/device-routes.ts';
import { createDiscoveryEndpoint } from './discovery-endpoint.ts';
import { createDpopProofs } from './dpop-proof.ts';
import { createExpiringCodes, type ExpiringCodes } from './expiring-codes.ts';
import type { Grant } from './grants/grant.ts';
import { createGrants } from './grants/table.ts';
import { handleIntrospectionRequest } from './introspection-endpoint.ts';
import { frontChannelClients } from './logout/front-channel-clients.ts';
import { handleLogout, handleLogoutConfirmed, type LogoutDeps, logoutProtocol } from './logout-endpoint.ts';
import { handleUpstreamLogout, type UpstreamLogoutDeps } from './logout-from-upstream-endpoint.ts';
import { omittingEmpty } from './omit-empty.ts';
import { handlePushedAuthorization, type PushedAuthorizationDeps } from './pushed-authorization-endpoint.ts';
import { createRealmRootEndpoint } from './realm-root-endpoint.ts';
import type { PushedRequest } from './requests/pushed-requests.ts';
import { handleRevocationRequest } from './revocation-endpoint.ts';
import { handleStatusIframe, handleStatusIframeInit } from './session-management/status-iframe.ts';
import { handleCookieProbe, handleCookieProbeResult } from './session-management/third-party-cookies.ts';
import { createTokenEndpoint, type TokenEndpointDeps } from './token-endpoint.ts';
import { handleUserInfoRequest } from './userinfo-endpoint.ts';

export interface OAuthDeps {
  readonly store: Store;
  readonly keys: RealmKeys;
  readonly issuer: TokenIssuer;
  readonly verifier: TokenVerifier;
  readonly signedClaims: SignedClaims;
  readonly passwords: PasswordChecker;
  readonly bruteForce: BruteForceDetection;
  /** Grants from other folders. */
  readonly furtherGrants: readonly Grant[];
  readonly oneTimeCodes: OneTimeCodes;
  readonly clientAuthentication: ClientAuthentication;
  readonly clientKeys: ClientKeys;
  readonly fetchDocument: DocumentFetcher;
  readonly endSession: SessionEnder;
  readonly lastRuns: LastRuns;
  /** Lazy, because the login is built from the sign-in protocols that this module returns. */
  readonly login: Login;
  /** Folder of the built pages; the account console is in `account`. */
  readonly consoleFolder: string;
}

/** The routes, and the rows for the tables of the login. */
export interface OAuthParts {
  readonly routes: readonly Route[];
  /** Every grant of the token endpoint. */
  readonly grants: readonly Grant[];
  readonly signIn: SignInProtocol;
  readonly deviceSignIn: SignInProtocol;
  /** The row of the sign-out protocol table. */
  readonly signOut: SignOutProtocol;
  /** The row of the front-channel table. */
  readonly frontChannel: FrontChannelParticipant;
  /** Pending user codes of the device grant. */
  readonly deviceCodes: DeviceCodes;
  readonly expiringCodes: ExpiringCodes;
}

const REALM = '/realms/:realm';
const PROTOCOL = `${REALM}/protocol/openid-connect`;

type Row = Omit<RealmRoute, 'realm'>;

export function createOAuthRoutes(given: OAuthDeps): OAuthParts {
  const device = createDeviceParts(given);
  const { devices, signIn: deviceSignIn, codes: deviceCodes } = device;
  const codes = given.store.createExpiringStore<AuthorizationCode>('authorization-code');
  const grants = [...createGrants({ ...given, codes, devices }), ...given.furtherGrants];
  const deps = {
    ...given,
    codes,
    grants,
    dpopProofs: createDpopProofs(given.store.createExpiringStore('dpop-proof')),
    pushed: given.store.createExpiringStore<PushedRequest>('pushed-request'),
  };
  const authorization = createAuthorizationEndpoint(deps);
  const rows = [
    ...listDocuments(deps.keys, grants),
    ...listBrowserRows(authorization, deps),
    ...listFrameRows(),
    ...listAccountRows(deps, createAccountPage(deps)),
    ...listRegistrationRows(deps),
    ...listClientRows(deps),
  ];
  const routes = rows.map((row): RealmRoute => ({ realm: true, ...row }));
  return {
    routes: [...routes, ...device.routes, ...listAccountFileRoutes(given.consoleFolder)],
    grants,
    signIn: authorization.signIn,
    deviceSignIn,
    signOut: logoutProtocol,
    frontChannel: frontChannelClients,
    deviceCodes,
    expiringCodes: createExpiringCodes(codes, devices),
  };
}

/** Public documents. */
function listDocuments(keys: RealmKeys, grants: readonly Grant[]): readonly Row[] {
  const row = (path: string, title: string, handle: Row['handle']): Row => ({
    method: 'GET',
    path,
    title,
    background: true,
    cors: 'any',
    handle,
  });
  return [
    row(REALM, 'Realm', createRealmRootEndpoint(keys)),
    row(
      `${REALM}/.well-known/openid-configuration`,
      'Discovery',
      createDiscoveryEndpoint(grants.map(({ type }) => type)),
    ),
    row(`${PROTOCOL}/certs`, 'Keys', createCertsEndpoint(keys)),
  ];
}

/** Dynamic client registration. */
function listRegistrationRows(deps: RegistrationDeps): readonly Row[] {
  const path = `${REALM}/clients-registrations/openid-connect`;
  const one = `${path}/:client`;
  const row = (
    method: Row['method'],
    where: string,
    title: string,
    handle: typeof handleRegistration,
  ): Row => ({
    method,
    path: where,
    title,
    ...(method === 'POST' || method === 'PUT' ? { body: 'json' } : {}),
    handle: (exchange) => handle(exchange, deps),
  });
  return [
    row('POST', path, 'Client registration', handleRegistration),
    row('GET', one, 'Client registration, read', handleRegistrationRead),
    row('PUT', one, 'Client registration, change', handleRegistrationUpdate),
    row('DELETE', one, 'Client registration, removal', handleRegistrationDelete),
  ];
}

/** Pages that applications load in frames. */
function listFrameRows(): readonly Row[] {
  const iframe = `${PROTOCOL}/login-status-iframe.html`;
  const probe = `${PROTOCOL}/3p-cookies`;
  const read = { method: 'GET', background: true } as const;
  return [
    { ...read, path: iframe, title: 'Session iframe', handle: handleStatusIframe },
    { ...read, path: `${iframe}/init`, title: 'Session iframe, origin', handle: handleStatusIframeInit },
    { ...read, path: `${probe}/step1.html`, title: 'Cookie probe', handle: handleCookieProbe },
    { ...read, path: `${probe}/step2.html`, title: 'Cookie probe, result', handle: handleCookieProbeResult },
  ];
}

/** Pages that the browser is sent to, by link or form. */
function listBrowserRows(
  authorization: AuthorizationEndpoint,
  deps: LogoutDeps & UpstreamLogoutDeps,
): readonly Row[] {
  const logout: Row['handle'] = (exchange) => handleLogout(exchange, deps);
  const confirmed: Row['handle'] = (exchange) => handleLogoutConfirmed(exchange, deps);
  const auth = {
    path: `${PROTOCOL}/auth`,
    title: 'Authorization request',
    handle: omittingEmpty(authorization.handle),
  } as const;
  const register = {
    path: `${PROTOCOL}/registrations`,
    title: 'Authorization request for a registration',
    handle: omittingEmpty(authorization.handleRegistration),
  } as const;
  const signOut = { path: `${PROTOCOL}/logout`, title: 'Sign-out', cors: 'handler', handle: logout } as const;
  const confirm = { path: `${PROTOCOL}/logout/logout-confirm`, title: 'Sign-out confirmed' } as const;
  return [
    { method: 'GET', ...auth },
    { method: 'POST', body: 'form', ...auth },
    { method: 'GET', ...register },
    { method: 'POST', body: 'form', ...register },
    { method: 'GET', ...signOut },
    { method: 'POST', body: 'form', ...signOut },
    { method: 'POST', body: 'form', ...confirm, handle: confirmed },
    {
      method: 'POST',
      body: 'form',
      path: `${PROTOCOL}/logout/backchannel-logout`,
      title: 'Sign-out by identity provider',
      handle: (exchange) => handleUpstreamLogout(exchange, deps),
    },
  ];
}

type ClientRowDeps = PushedAuthorizationDeps & TokenEndpointDeps & Pick<OAuthDeps, 'signedClaims'>;

/** Endpoints that clients call directly. */
function listClientRows(deps: ClientRowDeps): readonly Row[] {
  const userInfo: Row['handle'] = (exchange) => handleUserInfoRequest(exchange, deps);
  const info = {
    path: `${PROTOCOL}/userinfo`,
    title: 'Userinfo',
    cors: 'handler',
    handle: userInfo,
  } as const;
  const form = { method: 'POST', body: 'form' } as const;
  return [
    {
      ...form,
      path: `${PROTOCOL}/ext/par/request`,
      title: 'Pushed authorization request',
      cors: 'handler',
      handle: omittingEmpty((exchange) => handlePushedAuthorization(exchange, deps)),
    },
    {
      ...form,
      path: `${PROTOCOL}/token`,
      title: 'Token request',
      cors: 'handler',
      handle: omittingEmpty(createTokenEndpoint(deps)),
    },
    {
      ...form,
      path: `${PROTOCOL}/token/introspect`,
      title: 'Introspection',
      handle: omittingEmpty((exchange) => handleIntrospectionRequest(exchange, deps)),
    },
    {
      ...form,
      path: `${PROTOCOL}/revoke`,
      title: 'Revocation',
      cors: 'handler',
      handle: omittingEmpty((exchange) => handleRevocationRequest(exchange, deps)),
    },
    { method: 'GET', ...info },
    { ...form, ...info },
  ];
}
