import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { applyPolicies, type RegistrationAttempt } from './policies.ts';

const TYPE = 'org.keycloak.services.clientregistration.policy.ClientRegistrationPolicy';

function attempt(
  components: readonly ComponentRepresentation[] = [],
  changes: Partial<RegistrationAttempt> = {},
): RegistrationAttempt {
  const given = { realm: 'r', components: { [TYPE]: [...components] } };
  const { realm } = normalizeRealm(given, { now: () => 0 });
  const client = { clientId: 'c', redirectUris: ['http://app.test/cb'] };
  return { realm, kind: 'anonymous', remoteAddress: '127.0.0.1', client, isNew: true, ...changes };
}

function policy(
  providerId: string,
  config: Record<string, string[]> = {},
  subType = 'anonymous',
): ComponentRepresentation {
  return { name: `the ${providerId}`, providerId, subType, config };
}

function refused(given: RegistrationAttempt, description: RegExp): void {
  assert.throws(
    () => applyPolicies(given),
    (error: unknown) =>
      error instanceof OAuthError &&
      error.status === 403 &&
      error.code === 'insufficient_scope' &&
      description.test(error.description),
  );
}

for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
  test(`in a realm without policies, this machine may register, from ${remoteAddress}`, () => {
    assert.equal(applyPolicies(attempt([], { remoteAddress })).clientId, 'c');
  });
}

test('in a realm without policies, other machines may not register without a token', () => {
  refused(attempt([], { remoteAddress: '192.168.1.5' }), /Trusted Hosts.*Host not trusted/);
  assert.ok(applyPolicies(attempt([], { remoteAddress: '192.168.1.5', kind: 'authenticated' })));
});

test('Keycloak’s default trusted-hosts policy of a new realm trusts nobody, not even this machine', () => {
  refused(attempt([policy('trusted-hosts')]), /the trusted-hosts.*Host not trusted/);
});

test('the sender and the client’s URLs must be trusted', () => {
  const hosts = ['localhost', '*.test'];
  assert.ok(applyPolicies(attempt([policy('trusted-hosts', { 'trusted-hosts': hosts })])));
  const strange = { clientId: 'c', redirectUris: ['http://app.example/cb'] };
  refused(
    attempt([policy('trusted-hosts', { 'trusted-hosts': hosts })], { client: strange }),
    /trusted domain/,
  );
});

test('each half of the policy can be turned off', () => {
  const sender = { 'trusted-hosts': ['app.test'], 'host-sending-registration-request-must-match': ['false'] };
  assert.ok(applyPolicies(attempt([policy('trusted-hosts', sender)], { remoteAddress: '10.0.0.1' })));
  const uris = { 'trusted-hosts': ['127.0.0.1'], 'client-uris-must-match': ['false'] };
  assert.ok(applyPolicies(attempt([policy('trusted-hosts', uris)])));
});

test('a policy for the other kind of registration has no effect', () => {
  assert.ok(applyPolicies(attempt([policy('trusted-hosts', {}, 'authenticated')])));
});

test('max-clients limits only new clients', () => {
  const full = [policy('max-clients', { 'max-clients': ['1'] })];
  refused(attempt(full), /not allowed to register more clients/);
  assert.ok(applyPolicies(attempt(full, { isNew: false })));
});

test('consent-required and scope change the client', () => {
  const { consentRequired, fullScopeAllowed } = applyPolicies(
    attempt([policy('consent-required'), policy('scope')]),
  );
  assert.deepEqual([consentRequired, fullScopeAllowed], [true, false]);
});

test('an unknown policy is kept and has no effect', () => {
  for (const name of ['allowed-protocol-mappers', 'constructor', 'toString'])
    assert.ok(applyPolicies(attempt([policy(name)])));
});
