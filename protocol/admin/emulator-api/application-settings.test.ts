import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRealm } from '#protocol/store/store.ts';
import { AdminError } from '../admin-error.ts';
import { explainUnavailable, placeApplication, readApplicationSettings } from './application-settings.ts';

const ISSUER = 'http://127.0.0.1/realms/shop';
const KEYS = {
  'saml.signing.private.key': 'c2s=',
  'saml.signing.certificate': 'c2M=',
  'saml.encryption.private.key': 'ZWs=',
  'saml.encryption.certificate': 'ZWM=',
};

function realmWith(...clients: NonNullable<StoredRealm['clients']>): StoredRealm {
  return { id: 'r', realm: 'shop', clients };
}

function serviceProvider(attributes: Record<string, string>): StoredRealm {
  return realmWith({ clientId: 'demo-saml', protocol: 'saml', attributes });
}

test("emulator-api: an OpenID Connect application gets its client's secret", () => {
  const realm = realmWith({ clientId: 'demo-web', secret: 's' });
  assert.deepEqual(readApplicationSettings(realm, 'web', ISSUER), {
    issuer: ISSUER,
    clientId: 'demo-web',
    clientSecret: 's',
  });
});

test('emulator-api: a service provider gets its keys, and the port from its client', () => {
  const realm = serviceProvider({
    ...KEYS,
    saml_assertion_consumer_url_post: 'http://127.0.0.1:8871/saml/acs',
  });
  assert.deepEqual(readApplicationSettings(realm, 'service-provider', ISSUER), {
    issuer: ISSUER,
    clientId: 'demo-saml',
    port: 8871,
    signingKey: 'c2s=',
    signingCertificate: 'c2M=',
    encryptionKey: 'ZWs=',
    encryptionCertificate: 'ZWM=',
  });
});

for (const url of [undefined, '', 'not a URL', 'http://127.0.0.1/saml/acs']) {
  test(`emulator-api: a service provider uses a free port when its URL is ${url}`, () => {
    const realm = serviceProvider({
      ...KEYS,
      ...(url === undefined ? {} : { saml_assertion_consumer_url_post: url }),
    });
    assert.equal(readApplicationSettings(realm, 'service-provider', ISSUER)['port'], 0);
  });
}

for (const [what, realm, id, reason] of [
  ['no client', realmWith(), 'web', /no confidential client demo-web/],
  [
    'a client without a secret',
    realmWith({ clientId: 'demo-web' }),
    'web',
    /no confidential client demo-web/,
  ],
  ['no client', realmWith(), 'service-provider', /no SAML client demo-saml/],
  [
    'a client of another protocol',
    realmWith({ clientId: 'demo-saml', secret: 's' }),
    'service-provider',
    /no SAML client demo-saml/,
  ],
  ['a client without keys', serviceProvider({}), 'service-provider', /has no saml\.signing\.private\.key/],
  [
    'a client with an empty key',
    serviceProvider({ ...KEYS, 'saml.encryption.private.key': '' }),
    'service-provider',
    /has no saml\.encryption\.private\.key; generate the key/,
  ],
] as const) {
  test(`emulator-api: ${what} for application ${id} is rejected, naming what is missing`, () => {
    assert.throws(
      () => readApplicationSettings(realm, id, ISSUER),
      (error: unknown) =>
        error instanceof AdminError && error.status === 400 && reason.test(JSON.stringify(error.body)),
    );
  });
}

test('emulator-api: an application that cannot start in a realm has a reason, and one that can has none', () => {
  assert.match(
    explainUnavailable(realmWith(), 'web') ?? '',
    /^Realm \w+ has no confidential client demo-web/,
  );
  assert.equal(explainUnavailable(realmWith({ clientId: 'demo-web', secret: 's' }), 'web'), undefined);
});

test("emulator-api: a service provider's URLs are written into its client, and into no other", () => {
  const realm = realmWith(
    { clientId: 'other', protocol: 'saml', attributes: {} },
    { clientId: 'demo-saml', protocol: 'saml', attributes: { 'saml.encrypt': 'true' } },
  );
  const placed = placeApplication(realm, 'service-provider', 'http://127.0.0.1:1234');
  assert.deepEqual(placed?.clients?.[0], realm.clients?.[0]);
  assert.deepEqual(placed?.clients?.[1]?.attributes, {
    'saml.encrypt': 'true',
    saml_assertion_consumer_url_post: 'http://127.0.0.1:1234/saml/acs',
    saml_single_logout_service_url_post: 'http://127.0.0.1:1234/saml/slo',
    saml_single_logout_service_url_redirect: 'http://127.0.0.1:1234/saml/slo',
  });
  assert.ok(placed);
  assert.equal(placeApplication(placed, 'service-provider', 'http://127.0.0.1:1234'), undefined);
});

test('emulator-api: the client of an OpenID Connect application stays unchanged', () => {
  const realm = realmWith({ clientId: 'demo-web', secret: 's' });
  assert.equal(placeApplication(realm, 'web', 'http://127.0.0.1:1234'), undefined);
});
