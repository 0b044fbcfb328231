import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pemOf } from '#protocol/crypto/read-certificates.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, childElement, childElements, textOf } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { FULL, PLAIN, PRIVATE_KEY } from '../testing/installation.ts';
import { renderAdapterFile, renderSubsystem, renderSubsystemCommands } from './adapter-settings.ts';
import { readInstallationSettings } from './installation-settings.ts';

const NAMESPACE = 'urn:keycloak:saml:adapter';

function inside(element: XmlElement, name: string, namespace = NAMESPACE): XmlElement {
  const child = childElement(element, namespace, name);
  assert.ok(child, name);
  return child;
}

test('Keycloak SAML installers: keycloak-saml.xml has both entities, the keys and the signature settings', () => {
  const provider = inside(parseXml(renderAdapterFile(readInstallationSettings(FULL))), 'SP');
  assert.equal(attributeOf(provider, 'entityID'), FULL.client.clientId);
  const keys = childElements(inside(provider, 'Keys'), NAMESPACE, 'Key');
  assert.equal(keys.length, 2);
  const [signing] = keys;
  assert.ok(signing);
  assert.equal(textOf(inside(signing, 'PrivateKeyPem')), pemOf('PRIVATE KEY', PRIVATE_KEY).trim());
  const identityProvider = inside(provider, 'IDP');
  const signOn = inside(identityProvider, 'SingleSignOnService');
  assert.equal(attributeOf(signOn, 'bindingUrl'), 'http://localhost:8080/realms/r/protocol/saml');
  assert.equal(attributeOf(signOn, 'signRequest'), 'true');
  assert.equal(attributeOf(signOn, 'validateAssertionSignature'), 'true');
  assert.equal(
    attributeOf(inside(identityProvider, 'SingleLogoutService'), 'redirectBindingUrl'),
    'http://localhost:8080/realms/r/protocol/saml',
  );
});

test('Keycloak SAML installers: the file has no keys if the client does not sign', () => {
  const provider = inside(parseXml(renderSubsystem(readInstallationSettings(PLAIN))), 'SP', '');
  assert.deepEqual(childElements(provider, '', 'Keys'), []);
  const signOn = inside(inside(provider, 'IDP', ''), 'SingleSignOnService', '');
  assert.equal(attributeOf(signOn, 'requestBinding'), 'REDIRECT');
});

test('Keycloak SAML installers: a private key that only the application has becomes a placeholder', () => {
  const settings = { ...readInstallationSettings(FULL), signingKey: undefined };
  assert.match(renderAdapterFile(settings), /<PrivateKeyPem>PASTE THE PRIVATE KEY/);
});

test('Keycloak SAML installers: each command is one line, and its strings are escaped', () => {
  const lines = renderSubsystemCommands(readInstallationSettings(FULL)).trimEnd().split('\n');
  assert.equal(lines.length, 5);
  assert.ok(lines.every((line) => line.startsWith('/subsystem=keycloak-saml/secure-deployment=')));
  assert.match(lines[1] ?? '', /SP="https:\/\/sp\.test\/\\"a\\"&b":add\(sslPolicy="NONE"/);
  assert.match(lines[2] ?? '', /Key=KEY1:add\(signing=true, PrivateKeyPem="-----BEGIN PRIVATE KEY-----\\n/);
});
