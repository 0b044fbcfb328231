import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkClientForm, toClient, toFormValues } from './client-form-values.ts';

test('contract "Realm files": the form shows Keycloak\'s default for what is left out', () => {
  const values = toFormValues({ clientId: 'a' });
  assert.equal(values.enabled, true);
  assert.equal(values.standardFlowEnabled, true);
  assert.equal(values.publicClient, false);
  assert.equal(values.clientAuthenticatorType, 'client-secret');
});

test('contract "Realm files": members and attributes that the form does not know survive it', () => {
  const client = { clientId: 'a', myOwn: { x: 1 }, attributes: { 'my.attribute': 'y' } };
  const saved = toClient(toFormValues(client), client);
  assert.deepEqual(saved['myOwn'], { x: 1 });
  assert.equal(saved.attributes?.['my.attribute'], 'y');
});

test('contract "Realm files": post-logout redirect URIs stand in one attribute with ## between them', () => {
  const client = { clientId: 'a', attributes: { 'post.logout.redirect.uris': 'http://a/##http://b/' } };
  const values = toFormValues(client);
  assert.deepEqual(values.postLogoutRedirectUris, ['http://a/', 'http://b/']);
  assert.equal(toClient(values, client).attributes?.['post.logout.redirect.uris'], 'http://a/##http://b/');
});

test('RFC 6749 §4.4: a public client keeps no service account', () => {
  const values = { ...toFormValues({ clientId: 'a' }), publicClient: true, serviceAccountsEnabled: true };
  assert.equal(toClient(values, { clientId: 'a' }).serviceAccountsEnabled, false);
});

test('console "Clients": blanks around values and empty lines are not saved', () => {
  const values = { ...toFormValues({ clientId: 'a' }), clientId: ' b ', redirectUris: [' http://a/* ', ''] };
  const saved = toClient(values, { clientId: 'a' });
  assert.equal(saved.clientId, 'b');
  assert.deepEqual(saved.redirectUris, ['http://a/*']);
});

test('RFC 6749 §3.1.2: a redirect URI with a fragment is refused before it is sent', () => {
  const values = { ...toFormValues({ clientId: 'a' }), redirectUris: ['http://a/#x'] };
  assert.match(checkClientForm(values).redirectUris ?? '', /fragment/);
});

test('RFC 6454 §6.1: an origin has no path', () => {
  const form = (origin: string) =>
    checkClientForm({ ...toFormValues({ clientId: 'a' }), webOrigins: [origin] }).webOrigins;
  assert.equal(form('+'), undefined);
  assert.equal(form('http://localhost:3000'), undefined);
  assert.notEqual(form('http://localhost:3000/'), undefined);
  assert.notEqual(form('localhost'), undefined);
});

test('console "Clients": a client without an ID is refused before it is sent', () => {
  assert.ok(checkClientForm(toFormValues({ clientId: ' ' })).clientId);
});
