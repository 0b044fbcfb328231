import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CERTIFICATE, FULL, PLAIN, PRIVATE_KEY } from '../testing/installation.ts';
import { readInstallationSettings } from './installation-settings.ts';

test("Keycloak SAML installers: the settings contain the realm's URLs and the client's settings", () => {
  const settings = readInstallationSettings(FULL);
  assert.equal(settings.issuer, 'http://localhost:8080/realms/r');
  assert.equal(settings.serviceUrl, 'http://localhost:8080/realms/r/protocol/saml');
  assert.equal(settings.sslPolicy, 'NONE');
  assert.equal(settings.nameIdFormat, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent');
  assert.deepEqual(settings.signingCertificates, [CERTIFICATE]);
  assert.equal(settings.signingKey, PRIVATE_KEY);
});

test('SAML Metadata §2.2.3: numbered services replace the named ones and are ordered by number', () => {
  const { consumerServices } = readInstallationSettings(FULL);
  assert.deepEqual(
    consumerServices.map(({ index, location }) => [index, location]),
    [
      [2, 'https://sp.test/two'],
      [7, 'https://sp.test/seven'],
    ],
  );
});

test('Keycloak SAML installers: relative URLs are resolved against the root URL', () => {
  const { logoutServices } = readInstallationSettings(FULL);
  assert.deepEqual(
    logoutServices.map(({ location }) => location),
    ['https://sp.test/out', 'https://sp.test/soap'],
  );
});

test('Keycloak SAML installers: the processing URL is used for missing addresses, unreadable certificates are omitted', () => {
  const settings = readInstallationSettings(PLAIN);
  assert.deepEqual(
    settings.consumerServices.map(({ location }) => location),
    ['https://plain.test/saml'],
  );
  assert.deepEqual([settings.signingCertificates, settings.signingKey], [[], undefined]);
  assert.equal(settings.binding, 'REDIRECT');
});
