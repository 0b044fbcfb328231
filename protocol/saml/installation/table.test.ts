import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INSTALLATIONS } from '#protocol/contract/installations.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { FULL } from '../testing/installation.ts';
import { createSamlInstallations } from './table.ts';

const writers = createSamlInstallations(({ realm }) => Promise.resolve(`<idp realm="${realm.name}"/>`));

test('Keycloak SAML installers: every kind of file for SAML has a writer', () => {
  const ids = Object.entries(INSTALLATIONS).flatMap(([id, { protocol }]) =>
    protocol === 'saml' ? [id] : [],
  );
  assert.deepEqual(Object.keys(writers).sort(), ids.sort());
});

for (const id of [
  'saml-idp-descriptor',
  'saml-sp-descriptor',
  'keycloak-saml',
  'keycloak-saml-subsystem',
] as const) {
  test(`Keycloak SAML installers: ${id} is XML that the strict reader takes`, async () => {
    assert.ok(parseXml(String(await writers[id](FULL))));
  });
}

test('Keycloak SAML installers: the metadata of the realm is the same in the archive', async () => {
  const metadata = String(await writers['saml-idp-descriptor'](FULL));
  assert.equal(metadata, '<idp realm="r"/>\n');
  assert.ok(String(await writers['mod-auth-mellon'](FULL)).includes(`idp-metadata.xml${metadata}`));
});
