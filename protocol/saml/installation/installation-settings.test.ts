import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CERTIFICATE, FULL, PLAIN, PRIVATE_KEY } from '../testing/installation.ts';
import { readInstallationSettings } from './installation-settings.ts';

test('Keycloak SAML installers: the realm is named by its addresses, the client by its settings', () => {
  const settings = readInstallationSettings(FULL);
  assert.equal(settings.issuer, 'http://localhost:8080/realms/r');
  assert.equal(settings.serviceUrl, 'http://localhost:8080/realms/r/protocol/saml');
  assert.equal(settings.sslPolicy, 'NONE');
  assert.equal(settings.nameIdFormat, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent');
  assert.deepEqual(settings.signingCertificates, [CERTIFICATE]);
  assert.equal(settings.signingKey, PRIVATE_KEY);
});

test('SAML Metadata §2.2.3: numbered services come before the named ones, in order of their numbers', () => {
  const { consumerServices } = readInstallationSettings(FULL);
  assert.deepEqual(
    consumerServices.map(({ index, location }) => [index, location]),
    [
      [2, 'https://sp.test/two'],
      [7, 'https://sp.test/seven'],
    ],
  );
});

test('Keycloak SAML installers: paths are completed by the root URL', () => {
  const { logoutServices } = readInstallationSettings(FULL);
  assert.deepEqual(
    logoutServices.map(({ location }) => location),
    ['https://sp.test/out', 'https://sp.test/soap'],
  );
});

test('Keycloak SAML installers: the processing URL stands for what has no address, damaged certificates are left out', () => {
  const settings = readInstallationSettings(PLAIN);
  assert.deepEqual(
    settings.consumerServices.map(({ location }) => location),
    ['https://plain.test/saml'],
  );
  assert.deepEqual([settings.signingCertificates, settings.signingKey], [[], undefined]);
  assert.equal(settings.binding, 'REDIRECT');
});
