import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INSTALLATIONS, isInstallationId } from './installations.ts';

test('Keycloak SAML installers: the ids are those of its admin API, and inherited property names are not ids', () => {
  for (const id of [
    'keycloak-saml',
    'keycloak-saml-subsystem',
    'keycloak-saml-subsystem-cli',
    'mod-auth-mellon',
    'saml-sp-descriptor',
    'saml-idp-descriptor',
    'keycloak-oidc-keycloak-json',
  ])
    assert.ok(isInstallationId(id), id);
  for (const id of ['', 'constructor', 'toString', 'docker-v3-compose-yaml'])
    assert.equal(isInstallationId(id), false, id);
});

test('each kind of file has its own name', () => {
  const names = Object.values(INSTALLATIONS).map(({ fileName }) => fileName);
  assert.equal(new Set(names).size, names.length);
});
