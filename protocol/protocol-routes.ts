// The routes that belong to realms: the protocols and the sign-in pages, joined.

import type { AuthenticationRequests } from './ciba/authentication-requests.ts';
import type { AuthenticationChannel } from './ciba/channels/channel.ts';
import { createCibaGrant } from './ciba/ciba-grant.ts';
import { createCibaRoutes } from './ciba/ciba-routes.ts';
import { createClientAuthentication } from './client-authentication/client-authentication.ts';
import type { ClientKeys } from './client-authentication/client-keys.ts';
import { type ClientFormats, createClientFormats } from './client-formats.ts';
import type { DeviceCodeWire } from './contract/device.ts';
import type { FeatureName } from './contract/features.ts';
import type { RealmKeys } from './crypto/realm-keys.ts';
import type { Route } from './http/exchange.ts';
import type { OutgoingCalls } from './http/outgoing-calls.ts';
import type { Logger } from './log/logger.ts';
import { createLogin } from './login/dispatcher.ts';
import type { Login } from './login/sign-in.ts';
import type { CodePlace } from './oauth/device/pending-codes.ts';
import type { Grant } from './oauth/grants/grant.ts';
import { createOAuthRoutes } from './oauth/routes.ts';
import type { SessionEnder } from './realm/sessions/sessions.ts';
import type { BruteForceDetection } from './realm/users/brute-force.ts';
import { createPasswordChecker } from './realm/users/credentials.ts';
import { createOneTimeCodes } from './realm/users/one-time-codes.ts';
import { createRegistryInstallations } from './registry/installation.ts';
import { createRegistryRoutes } from './registry/registry-routes.ts';
import { createSamlRoutes } from './saml/routes.ts';
import type { Store } from './store/store.ts';
import type { SignedClaims } from './token/signed-claims.ts';
import type { TokenIssuer } from './token/token-issuer.ts';
import type { TokenVerifier } from './token/token-verifier.ts';

/** What both protocols and sign-in pages stand on. */
export interface ProtocolDeps {
  readonly log: Logger;
  readonly store: Store;
  readonly keys: RealmKeys;
  readonly clientKeys: ClientKeys;
  readonly issuer: TokenIssuer;
  readonly verifier: TokenVerifier;
  readonly signedClaims: SignedClaims;
  readonly endSession: SessionEnder;
  readonly bruteForce: BruteForceDetection;
  readonly authenticationRequests: AuthenticationRequests;
  readonly channel: AuthenticationChannel;
  readonly calls: OutgoingCalls;
  readonly features: ReadonlySet<FeatureName>;
}

/** The routes, and what the admin API asks of a protocol. */
export interface ProtocolParts {
  readonly routes: readonly Route[];
  readonly grants: readonly Grant[];
  /** Codes of the device grant that wait for their person. */
  readonly deviceCodes: (place: CodePlace) => readonly DeviceCodeWire[];
  readonly clientFormats: ClientFormats;
}

/** The sign-in pages and the protocols know each other only through what is passed here. */
export function createProtocolRoutes({ log, channel, features, ...deps }: ProtocolDeps): ProtocolParts {
  const oneTimeCodes = createOneTimeCodes(deps.store);
  const passwords = createPasswordChecker({ users: deps.store.users, log: log.child('passwords') });
  const clientAuthentication = createClientAuthentication({
    usedAssertions: deps.store.createExpiringStore<true>(),
    keys: deps.clientKeys,
    log: log.child('http'),
  });
  const login = (): Login => pages;
  const furtherGrants = [createCibaGrant(deps)];
  const oauth = createOAuthRoutes({
    ...deps,
    passwords,
    oneTimeCodes,
    clientAuthentication,
    furtherGrants,
    login,
  });
  const saml = createSamlRoutes({ ...deps, log: log.child('saml'), passwords, login });
  const protocols = () => ({ 'openid-connect': oauth.signIn, device: oauth.deviceSignIn, saml: saml.signIn });
  const pages = createLogin({
    ...deps,
    passwords,
    oneTimeCodes,
    protocols,
    signOutProtocols: () => ({ 'openid-connect': oauth.signOut, saml: saml.signOut }),
    frontChannel: () => [saml.frontChannel, oauth.frontChannel],
  });
  const ciba = createCibaRoutes({
    ...deps,
    channel,
    requests: deps.authenticationRequests,
    clientAuthentication,
  });
  const registry = createRegistryRoutes({ ...deps, passwords, enabled: features.has('docker') });
  return {
    routes: [...oauth.routes, ...saml.routes, ...pages.routes, ...ciba, ...registry],
    grants: oauth.grants,
    deviceCodes: oauth.deviceCodes,
    clientFormats: createClientFormats(saml.installations, createRegistryInstallations(deps.keys)),
  };
}
