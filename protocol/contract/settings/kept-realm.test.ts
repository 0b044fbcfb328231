import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAsked, type Kept } from './kept.ts';
import { KEPT_REALM_SETTINGS } from './kept-realm.ts';

function asked(member: keyof typeof KEPT_REALM_SETTINGS, value: unknown): unknown {
  const { effect } = KEPT_REALM_SETTINGS[member];
  assert.ok(typeof effect === 'object' && effect.kind === 'kept');
  return findAsked(value, effect satisfies Kept, {});
}

test('import report: only enabled identity providers of types that are not supported have a line', () => {
  const report = KEPT_REALM_SETTINGS.identityProviders.unsupported ?? assert.fail();
  const list = [
    { alias: 'a', providerId: 'google' },
    { alias: 'b', providerId: 'twitter', enabled: false },
    { alias: 'c', providerId: 'twitter' },
    { alias: 'd' },
  ];
  assert.deepEqual(
    report(list, {}).map(({ value, at }) => [value, at]),
    [
      ['twitter', [{ item: 'c' }, 'providerId']],
      ['undefined', [{ item: 'd' }, 'providerId']],
    ],
  );
  assert.deepEqual(report('x', {}), []);
});

test('import report: only enabled client policies ask for something, also in the form of Keycloak 12', () => {
  const policies = [
    { name: 'builtin-default-policy', enable: false },
    { name: 'off', enabled: false },
  ];
  assert.equal(asked('clientPolicies', { policies }), undefined);
  assert.deepEqual(asked('clientPolicies', { policies: [...policies, { name: 'on' }] }), [{ name: 'on' }]);
});

test('import report: of the mail settings, the host asks for mail', () => {
  assert.equal(asked('smtpServer', { port: '1025', from: 'a@b.test' }), undefined);
  assert.equal(asked('smtpServer', { host: 'mail.test', password: 'secret' }), 'mail.test');
});

test('import report: of the event listeners, Keycloak’s own log asks for nothing', () => {
  assert.deepEqual(asked('eventsListeners', ['jboss-logging', 'audit', 'email']), ['audit', 'email']);
});

for (const [member, ...values] of [
  ['accountTheme', 'keycloak', 'keycloak.v2', 'base'],
  ['accountTheme', 'keycloak.v3'],
  ['eventsListeners', ['jboss-logging']],
  ['browserSecurityHeaders', { xFrameOptions: 'SAMEORIGIN', xXSSProtection: '1; mode=block' }],
  ['webAuthnPolicySignatureAlgorithms', ['ES256'], ['ES256', 'RS256']],
  ['webAuthnPolicyPasswordlessRequireResidentKey', 'not specified', 'Yes'],
] as const)
  test(`import report: ${member} has no line with ${JSON.stringify(values)}, defaults of several versions`, () => {
    for (const value of values) assert.equal(asked(member, value), undefined);
  });

for (const [member, value] of [
  ['accountTheme', 'acme'],
  ['eventsListeners', ['audit']],
  ['browserSecurityHeaders', { xFrameOptions: 'DENY' }],
  ['webAuthnPolicyRequireResidentKey', 'Yes'],
  ['verifiableCredentialsEnabled', true],
] as const)
  test(`import report: ${member} has a line with ${JSON.stringify(value)}`, () => {
    assert.deepEqual(asked(member, value), value);
  });
