import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields, type Field, readFields } from '../../ui/field.ts';
import { completeChange } from './complete-change.ts';
import { credentialSections } from './credential-fields.ts';
import { flowSections } from './flow-fields.ts';
import { generalSections } from './general-fields.ts';
import { logoutSections } from './logout-fields.ts';
import { tokenSections } from './token-fields.ts';

const tabs = [
  generalSections(),
  flowSections(false),
  credentialSections(),
  tokenSections(),
  logoutSections(),
];
const fieldsOf = (sections: (typeof tabs)[number]): readonly Field[] =>
  sections.flatMap((section) => section.fields);
const problemsOf = (sections: (typeof tabs)[number], client: Record<string, unknown>) =>
  checkFields(fieldsOf(sections), readFields(fieldsOf(sections), { clientId: 'a', ...client }));

test('contract "Realm files": the forms show Keycloak\'s defaults for omitted members, and can be saved', () => {
  const values = readFields(tabs.flatMap(fieldsOf), { clientId: 'a' });
  assert.equal(values['enabled'], true);
  assert.equal(values['standardFlowEnabled'], true);
  assert.equal(values['publicClient'], true);
  assert.equal(values['clientAuthenticatorType'], 'client-secret');
  assert.equal(values['backchannel.logout.session.required'], true);
  for (const sections of tabs) assert.deepEqual(problemsOf(sections, {}), {});
});

test('console "Clients": each member is in one form only, so that two drafts never contradict each other', () => {
  const members = tabs.flatMap(fieldsOf).map(({ member }) => member);
  assert.deepEqual(
    members.filter((member, index) => members.indexOf(member) !== index),
    [],
  );
});

test('RFC 6749 §3.1.2: a redirect URI with a fragment is rejected before it is sent', () => {
  assert.match(
    problemsOf(generalSections(), { redirectUris: ['http://a/#x'] })['redirectUris'] ?? '',
    /fragment/,
  );
});

test('RFC 6454 §6.1: an origin has no path', () => {
  const problem = (origin: string) => problemsOf(generalSections(), { webOrigins: [origin] })['webOrigins'];
  assert.equal(problem('+'), undefined);
  assert.equal(problem('http://localhost:3000'), undefined);
  assert.notEqual(problem('http://localhost:3000/'), undefined);
  assert.notEqual(problem('localhost'), undefined);
});

test('console "Clients": a client without an ID is rejected before it is sent', () => {
  assert.ok(problemsOf(generalSections(), { clientId: ' ' })['clientId']);
});

test('RFC 7517 §5: keys given here are a key set, keys from a URL need a URL', () => {
  const attributes = (part: Record<string, string>) => problemsOf(credentialSections(), { attributes: part });
  assert.ok(attributes({ 'use.jwks.string': 'true', 'jwks.string': '{"kty":"RSA"}' })['jwks.string']);
  assert.deepEqual(attributes({ 'use.jwks.string': 'true', 'jwks.string': '{"keys":[]}' }), {});
  assert.ok(attributes({ 'use.jwks.url': 'true' })['jwks.url']);
  assert.ok(attributes({ 'use.jwks.url': 'true', 'jwks.url': 'ftp://a/b' })['jwks.url']);
});

test('OIDC Back-Channel Logout §2.2: a logout URL must be valid, unless its channel is hidden', () => {
  const attributes = { 'backchannel.logout.url': 'nonsense' };
  assert.ok(problemsOf(logoutSections(), { attributes })['backchannel.logout.url']);
  assert.deepEqual(problemsOf(logoutSections(), { attributes, frontchannelLogout: true }), {});
});

test('RFC 6749 §4.4: a client that becomes public keeps no service account', () => {
  const client = { clientId: 'a', serviceAccountsEnabled: true };
  assert.equal(completeChange(client, { publicClient: true }).serviceAccountsEnabled, false);
  assert.equal('serviceAccountsEnabled' in completeChange(client, { name: 'x' }), false);
});

test('CIBA §7.3: times of a client are whole seconds or the realm default', () => {
  const problem = (part: Record<string, string>) =>
    problemsOf(flowSections(false), { attributes: { 'oidc.ciba.grant.enabled': 'true', ...part } });
  assert.deepEqual(problem({ 'ciba.interval': '0', 'ciba.expires.in': '86400' }), {});
  for (const value of ['0', '-1', '1.5', '86401', 'soon'])
    assert.ok(problem({ 'ciba.expires.in': value })['ciba.expires.in']);
  assert.ok(problem({ 'ciba.interval': '99999' })['ciba.interval']);
});

test('CIBA §4: a public client has no CIBA', () => {
  assert.deepEqual(
    fieldsOf(flowSections(true)).filter(({ member }) => member.includes('ciba')),
    [],
  );
});

test('RFC 7517 §5: keys come from one place', () => {
  const part = { attributes: { 'use.jwks.url': 'true', 'use.jwks.string': 'true', other: 'kept' } };
  assert.deepEqual(completeChange({ clientId: 'a' }, part).attributes, {
    'use.jwks.url': 'true',
    'use.jwks.string': 'false',
    other: 'kept',
  });
});
