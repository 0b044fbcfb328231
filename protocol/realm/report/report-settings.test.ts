import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { IneffectiveSettingWire } from '#protocol/contract/import-report.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { normalizeRealm } from '../file/normalize-realm.ts';
import { createMasterRealm } from '../master-realm.ts';
import { reportSettings } from './report-settings.ts';
import { FRESH_EXPORT, profileOf } from './testing/fresh-export.ts';

const clock = { now: () => 0 };

function report(file: Partial<RealmRepresentation>): readonly IneffectiveSettingWire[] {
  const { realm, users } = normalizeRealm({ realm: 'shop', ...file }, clock);
  return reportSettings(realm, users);
}

/** `path = value`, without the message. */
function linesOf(file: Partial<RealmRepresentation>): readonly string[] {
  return report(file).map(({ path, value }) => (value === undefined ? path : `${path} = ${value}`));
}

const client = (members: object) => ({ clients: [{ clientId: 'web', ...members }] });
const user = (members: object) => ({ users: [{ username: 'ann', ...members }] });
const mapper = (protocolMapper: string) => ({ name: 'mine', protocolMapper, config: {} });
const profile = (text: string) => ({
  components: {
    'org.keycloak.userprofile.UserProfileProvider': [
      {
        name: 'profile',
        providerId: 'declarative-user-profile',
        config: { 'kc.user.profile.config': [text] },
      },
    ],
  },
});
const ofExtension = JSON.stringify({
  attributes: [{ name: 'vat', validations: { length: {}, 'vat-number': {} } }],
});

const CASES: readonly (readonly [file: Partial<RealmRepresentation>, ...lines: readonly string[]])[] = [
  [{ organizationsEnabled: true, organizations: [{ name: 'acme' }] }],
  // Recovery codes are checked, and their action has a page.
  [
    {
      requiredActions: [{ alias: 'CONFIGURE_RECOVERY_AUTHN_CODES', enabled: true, defaultAction: true }],
      users: [
        { username: 'rick', credentials: [{ type: 'recovery-authn-codes', secretData: '{"codes":[]}' }] },
      ],
    },
  ],
  [{ smtpServer: { host: 'mail.test', password: 'mail-secret' } }, 'smtpServer = mail.test'],
  [
    {
      identityProviders: [
        { alias: 'github', providerId: 'github' },
        { alias: 'x', providerId: 'twitter' },
        { alias: 'paypal', providerId: 'paypal', enabled: false },
      ],
    },
    'identityProviders[x].providerId = twitter',
  ],
  [{ browserFlow: 'browser with x509' }, 'browserFlow = browser with x509'],
  [{ passwordPolicy: 'length(8) and passwordHistory(3)' }, 'passwordPolicy = passwordHistory(3)'],
  [{ eventsListeners: ['jboss-logging', 'audit'] }, 'eventsListeners = audit'],
  [{ emailTheme: 'acme' }, 'emailTheme = acme'],
  [{ privateKey: 'key-material', publicKey: 'x' }, 'privateKey'],
  [{ browserSecurityHeaders: { xFrameOptions: 'DENY' } }, 'browserSecurityHeaders'],
  [{ webAuthnPolicyRpId: 'acme.test' }, 'webAuthnPolicyRpId = acme.test'],
  [{ clientPolicies: { policies: [{ name: 'strict', enabled: true }] } }, 'clientPolicies = strict'],
  [{ attributes: { frontendUrl: 'https://acme.test' } }, 'attributes.frontendUrl = https://acme.test'],
  [{ requiredActions: [{ alias: 'ask-newsletter', enabled: true }] }, 'requiredActions[ask-newsletter]'],
  [
    { requiredActions: [{ alias: 'webauthn-register', enabled: true, defaultAction: true }] },
    'requiredActions[webauthn-register]',
  ],
  [
    { components: { 'org.keycloak.storage.UserStorageProvider': [{ name: 'ad', providerId: 'ldap' }] } },
    'components.org.keycloak.storage.UserStorageProvider[ad] = ldap',
  ],
  [profile(ofExtension), 'components.org.keycloak.userprofile.UserProfileProvider[profile] = vat-number'],
  [client({ authorizationServicesEnabled: true }), 'clients[web].authorizationServicesEnabled = true'],
  [
    client({ protocolMappers: [mapper('script-my.js')] }),
    'clients[web].protocolMappers[mine].protocolMapper = script-my.js',
  ],
  [client({ redirectUris: ['https://a.test/#/cb'] }), 'clients[web].redirectUris = https://a.test/#/cb'],
  [
    client({ attributes: { 'post.logout.redirect.uris': '+##https://a.test/#bye' } }),
    'clients[web].attributes.post.logout.redirect.uris = https://a.test/#bye',
  ],
  [user({ requiredActions: ['webauthn-register'] }), 'users[ann].requiredActions = webauthn-register'],
  [user({ federationLink: 'ldap' }), 'users[ann].federationLink = ldap'],
  [
    user({ credentials: [{ type: 'webauthn', secretData: '{}', credentialData: '{}' }] }),
    'users[ann].credentials[0].type = webauthn',
  ],
];

for (const [file, ...lines] of CASES)
  test(`import report: ${JSON.stringify(file).slice(0, 150)} is reported as ${lines.join(' and ')}`, () => {
    assert.deepEqual(linesOf(file), lines);
  });

const KNOWN_STEPS = { authenticationExecutions: [{ authenticator: 'auth-username-password-form' }] };
const OTHER_STEPS = { authenticationExecutions: [{ authenticator: 'acme-sms', requirement: 'REQUIRED' }] };
const FLOWS = [
  { id: 'b', alias: 'browser', ...KNOWN_STEPS },
  { id: 'c', alias: 'copy of browser', ...KNOWN_STEPS },
  { id: 'p', alias: 'by phone', ...OTHER_STEPS },
];
const bound = (overrides: object) => ({
  authenticationFlows: FLOWS,
  ...client({ authenticationFlowBindingOverrides: overrides }),
});

const BY_PHONE = 'authenticationFlows[by phone] = acme-sms';
const FLOW_CASES: readonly (readonly [file: Partial<RealmRepresentation>, ...lines: readonly string[]])[] = [
  [{ authenticationFlows: FLOWS, browserFlow: 'copy of browser' }],
  [{ authenticationFlows: FLOWS, browserFlow: 'by phone' }, BY_PHONE],
  [{ authenticationFlows: FLOWS, browserFlow: 'gone' }, 'browserFlow = gone'],
  [bound({ browser: 'b' })],
  [bound({ browser: 'c', direct_grant: '' })],
  [bound({ browser: 'p' }), BY_PHONE],
  [bound({ browser: 'unknown-id' }), 'clients[web].authenticationFlowBindingOverrides = browser'],
  [
    bound({ browser: 'p', docker: 'x' }),
    BY_PHONE,
    'clients[web].authenticationFlowBindingOverrides = docker',
  ],
];
for (const [file, ...lines] of FLOW_CASES)
  test(`import report: flows are known by their steps: ${JSON.stringify(file).slice(-90)} is ${lines.join(' and ') || 'no line'}`, () => {
    assert.deepEqual(linesOf(file), lines);
  });

test('import report: an empty map that a console wrote as a list is no invalid value', () => {
  assert.deepEqual(linesOf({ attributes: { 'acr.loa.map': '[]' } }), []);
  assert.deepEqual(linesOf({ attributes: { 'acr.loa.map': '[1]' } }), ['attributes.acr.loa.map']);
});

test('import report: mappers of verifiable credentials say that there are none', () => {
  const [line] = report(client({ protocolMappers: [mapper('oid4vc-user-attribute-mapper')] }));
  assert.equal(line?.message, 'Verifiable credentials are not issued.');
});

test('import report: a full export of a new Keycloak 26 realm has no line', () => {
  assert.deepEqual(linesOf(FRESH_EXPORT), []);
});

test('import report: the master realm has none either, where a user profile requires no names', () => {
  const file = { ...FRESH_EXPORT, ...profile(profileOf(false)), realm: 'master' };
  const { realm, users } = createMasterRealm({ username: 'admin', password: 'admin' }, clock, file);
  assert.deepEqual(reportSettings(realm, users), []);
});

test('import report: realms that Understudy creates itself have no line', async () => {
  const { realm, users } = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
  assert.deepEqual(reportSettings(realm, users), []);
  const demo = await readFile(new URL('../../../fixtures/realms/demo.json', import.meta.url), 'utf8');
  assert.deepEqual(report(JSON.parse(demo)), []);
  assert.deepEqual(report({}), []);
});

test('import report: one setting of many clients is one line with their number and first names', () => {
  const clients = Array.from({ length: 300 }, (_, index) => ({
    clientId: `client-${index}`,
    nodeReRegistrationTimeout: 5,
    attributes: { 'gui.order': `${index}` },
  }));
  const [shown, logo, ...others] = report({ clients });
  assert.deepEqual(others, []);
  assert.deepEqual(
    [shown?.path, shown?.value, shown?.count, shown?.names?.[0]],
    ['clients[*].nodeReRegistrationTimeout', '5', 300, 'client-0'],
  );
  assert.ok((shown?.names?.length ?? 0) < 30);
  assert.deepEqual(
    [logo?.path, logo?.value, logo?.count],
    ['clients[*].attributes.gui.order', undefined, 300],
  );
});

test('import report: mappers of two types are two lines', () => {
  const protocolMappers = [mapper('one-mapper'), { ...mapper('other-mapper'), name: 'other' }];
  assert.deepEqual(linesOf(client({ protocolMappers })), [
    'clients[web].protocolMappers[mine].protocolMapper = one-mapper',
    'clients[web].protocolMappers[other].protocolMapper = other-mapper',
  ]);
});

test('import report: settings of the realm come before those of clients, and those of users are last', () => {
  const file = {
    ...user({ federationLink: 'ldap' }),
    ...client({ type: 'spa' }),
    scimApiEnabled: true,
  };
  assert.deepEqual(linesOf(file), [
    'scimApiEnabled = true',
    'clients[web].type = spa',
    'users[ann].federationLink = ldap',
  ]);
});

test('import report: an invalid value that is kept is reported with what would be valid', () => {
  const [line, ...others] = report({ attributes: { cibaBackchannelTokenDeliveryMode: 'ping' } });
  assert.deepEqual(others, []);
  assert.equal(line?.path, 'attributes.cibaBackchannelTokenDeliveryMode');
  assert.match(line?.message ?? '', /^Not valid: it must be poll: ping is not supported\. /);
  assert.deepEqual(linesOf({ sslRequired: 'sometimes' }), ['sslRequired']);
});

test('import report: a member that no Keycloak has is reported without its value', () => {
  const [line, ...others] = report({ registrationAlowed: true });
  assert.deepEqual(others, []);
  assert.deepEqual([line?.path, line?.value], ['registrationAlowed', undefined]);
  assert.match(line?.message ?? '', /check its spelling/);
  assert.deepEqual(linesOf({ futureSwitch: false, futureList: [] }), []);
});

test('import report: attributes of the realm’s owner are theirs and not reported', () => {
  assert.deepEqual(
    linesOf({ attributes: { 'acme.tenant': 'x' }, ...client({ attributes: { 'acme.a': 'x' } }) }),
    [],
  );
});

test('import report: a setting that is only part of another is reported with that one', () => {
  const file = {
    supportedLocales: ['de', 'fr'],
    userFederationMappers: [{ name: 'acme' }],
  };
  assert.deepEqual(linesOf(file), []);
});

test('import report: no line contains a secret', () => {
  const secret = 'a-very-secret-value';
  const text = JSON.stringify(
    report({
      smtpServer: { host: 'mail.test', password: secret },
      identityProviders: [{ alias: 'github', config: { clientSecret: secret } }],
      userFederationProviders: [{ displayName: 'ad', config: { bindCredential: secret } }],
      socialProviders: { 'github.secret': secret },
      privateKey: secret,
      codeSecret: secret,
      clientSecrett: secret,
      components: {
        'org.keycloak.storage.UserStorageProvider': [
          { providerId: 'ldap', config: { bindCredential: [secret] } },
        ],
      },
      ...client({
        secret,
        registrationAccessToken: secret,
        attributes: { 'client.secret.rotated': secret, 'saml.signing.private.key': secret },
      }),
      ...user({ credentials: [{ type: 'webauthn', secretData: secret, credentialData: '{}' }] }),
    }),
  );
  assert.match(text, /smtpServer/);
  assert.match(text, /client\.secret\.rotated/);
  assert.equal(text.includes(secret), false);
});

test('import report: long values and names are shortened', () => {
  const [line] = report({ emailTheme: 'x'.repeat(500) });
  assert.ok((line?.value?.length ?? 0) <= 80);
});

test('import report: user events and admin events are kept, so their settings are not reported', () => {
  const file = {
    eventsEnabled: true,
    eventsExpiration: 18_000,
    enabledEventTypes: ['LOGIN'],
    adminEventsEnabled: true,
    adminEventsDetailsEnabled: true,
    attributes: { adminEventsExpiration: '60' },
  };
  assert.deepEqual(linesOf(file), []);
});
