import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FULL, PLAIN } from '../testing/installation.ts';
import { readInstallationSettings } from './installation-settings.ts';
import { renderMellonArchive } from './mellon-archive.ts';

const metadata = { identityProvider: '<idp/>', serviceProvider: '<sp/>' };
const textOf = (request: typeof FULL): string =>
  renderMellonArchive(readInstallationSettings(request), metadata).toString('latin1');

test('Keycloak SAML installers: the archive for mod_auth_mellon has both metadata files, key, certificate and settings', () => {
  const text = textOf(FULL);
  for (const part of [
    'idp-metadata.xml<idp/>',
    'sp-metadata.xml<sp/>',
    'client-cert.pem-----BEGIN CERTIFICATE-----',
    'client-private-key.pem-----BEGIN PRIVATE KEY-----',
    'MellonSPMetadataFile /etc/apache2/saml2/sp-metadata.xml',
  ])
    assert.ok(text.includes(part), part);
});

test('Keycloak SAML installers: a private key that only the application has is reported as missing from the archive', () => {
  const text = textOf(PLAIN);
  assert.ok(!text.includes('-----BEGIN'));
  assert.match(text, /which only the application has/);
});
