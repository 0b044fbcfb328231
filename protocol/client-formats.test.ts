import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClientFormats } from './client-formats.ts';
import { INSTALLATIONS } from './contract/installations.ts';
import { testRealm } from './realm/testing/realm.ts';
import { createRegistryInstallations } from './registry/installation.ts';
import { createSamlInstallations } from './saml/installation/table.ts';

const formats = createClientFormats(
  createSamlInstallations(() => Promise.resolve('<idp/>')),
  createRegistryInstallations({ list: async () => [] }),
);

test('Keycloak installers: every installation file that the console offers has a writer', () => {
  assert.deepEqual(Object.keys(formats.installations).sort(), Object.keys(INSTALLATIONS).sort());
});

test('Keycloak: SAML metadata and OpenID Connect metadata are recognized, and a client in JSON is neither', () => {
  const formatOf = (text: string) => formats.clientDescriptions.find((each) => each.reads(text))?.format;
  assert.match(formatOf('<md:EntityDescriptor/>') ?? '', /SAML/);
  assert.match(formatOf('{"redirect_uris":[]}') ?? '', /OpenID Connect/);
  assert.equal(formatOf(JSON.stringify(testRealm().stored.clients?.[0])), undefined);
});

test('Keycloak import-config: OpenID providers are described by discovery, SAML providers by metadata', () => {
  const readerOf = (type: string) => formats.providerDescriptions.find(({ types }) => types.includes(type));
  assert.match(readerOf('keycloak-oidc')?.format ?? '', /discovery/);
  const saml = readerOf('saml') ?? assert.fail();
  assert.throws(() => saml.read('<html/>', 0), /IDPSSODescriptor|EntityDescriptor/);
  assert.equal(readerOf('google'), undefined);
});
