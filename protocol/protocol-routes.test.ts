import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAuthenticationRequests } from './ciba/authentication-requests.ts';
import { createEncryptionKeyFinder } from './client-authentication/client-encryption-keys.ts';
import { createClientKeys } from './client-authentication/client-keys.ts';
import { createRemoteJwks } from './client-authentication/remote-jwks.ts';
import { createRealmKeys } from './crypto/realm-keys.ts';
import { silentLogger } from './log/silent-logger.ts';
import { createProtocolRoutes } from './protocol-routes.ts';
import { createSessionEnder } from './realm/sessions/sessions.ts';
import { createBruteForceDetection } from './realm/users/brute-force.ts';
import { createMemoryStore } from './store/memory/memory-store.ts';
import { createSignedClaims } from './token/signed-claims.ts';
import { createTokenEncrypter } from './token/token-encrypter.ts';
import { createTokenIssuer } from './token/token-issuer.ts';
import { createTokenVerifier } from './token/token-verifier.ts';

function createRoutes() {
  const store = createMemoryStore();
  const keys = createRealmKeys(store.realms, { now: () => 0 }, silentLogger);
  const remote = createRemoteJwks({ log: silentLogger });
  const encrypter = createTokenEncrypter(createEncryptionKeyFinder(remote));
  return createProtocolRoutes({
    log: silentLogger,
    store,
    keys,
    clientKeys: createClientKeys(remote, silentLogger),
    issuer: createTokenIssuer({ keys, encrypter }),
    verifier: createTokenVerifier({ keys, store }),
    signedClaims: createSignedClaims(keys, encrypter),
    endSession: createSessionEnder(store.sessions, () => []),
    bruteForce: createBruteForceDetection(store.users),
    authenticationRequests: createAuthenticationRequests(store),
    channel: { requestAuthentication: async () => undefined },
    calls: { post: () => Promise.reject(new Error('nothing is called')), close: () => undefined },
    features: new Set(['docker']),
  });
}

test('service description §4: every route of the protocols is below its realm, and answers alone for its method and path', () => {
  const { routes } = createRoutes();
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    names.filter((name) => !/^(GET|POST|PUT|DELETE) \/(realms\/:realm|resources)(\/|$)/.test(name)),
    [],
  );
  assert.equal(new Set(names).size, names.length);
});

test('service description §4: the paths that it names are there', () => {
  const paths = new Set(createRoutes().routes.map(({ path }) => path));
  for (const name of [
    'auth',
    'token',
    'logout',
    'userinfo',
    'revoke',
    'certs',
    'auth/device',
    'ext/ciba/auth',
    'ext/ciba/auth/callback',
    'logout/backchannel-logout',
  ]) {
    assert.ok(paths.has(`/realms/:realm/protocol/openid-connect/${name}`), name);
  }
});
