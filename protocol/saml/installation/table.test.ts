import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INSTALLATIONS } from '#protocol/contract/installations.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { FULL } from '../testing/installation.ts';
import { createSamlInstallations } from './table.ts';

const writers = createSamlInstallations(({ realm }) => Promise.resolve(`<idp realm="${realm.name}"/>`));

test('Keycloak SAML installers: every SAML file format has a writer', () => {
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
  test(`Keycloak SAML installers: ${id} is accepted by the strict XML parser`, async () => {
    assert.ok(parseXml(String(await writers[id](FULL))));
  });
}

test("Keycloak SAML installers: the archive contains the realm's metadata", async () => {
  const metadata = String(await writers['saml-idp-descriptor'](FULL));
  assert.equal(metadata, '<idp realm="r"/>\n');
  assert.ok(String(await writers['mod-auth-mellon'](FULL)).includes(`idp-metadata.xml${metadata}`));
});
