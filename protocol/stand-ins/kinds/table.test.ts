import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { type StandInPerson, toPerson } from '../person.ts';
import { standInKindOf } from './table.ts';

const PERSON = toPerson({ email: 'ada.moreno@corp.test' }) ?? assert.fail();
const kind = (type: string, config: Readonly<Record<string, string>> = {}) =>
  standInKindOf({ alias: 'a', name: 'A', type, config } as IdentityProvider);
const profile = (type: string, changes: Partial<StandInPerson> = {}) => {
  const person = { ...PERSON, ...changes };
  return kind(type).profile(person, kind(type).idOf(person));
};

test('Google: sub has 21 digits, and the domain of the account is hd', () => {
  const { sub, hd, email_verified } = profile('google');
  assert.match(String(sub), /^1\d{20}$/);
  assert.deepEqual([hd, email_verified], ['corp.test', true]);
  assert.equal('hd' in profile('google', { email: 'a@gmail.com' }), false);
});

test('GitHub: the id is a number, a private address is null, and token responses are forms', () => {
  const { id, login, email } = profile('github', { isEmailPrivate: true });
  assert.equal(typeof id, 'number');
  assert.deepEqual([login, email], ['ada.moreno', null]);
  assert.equal(kind('github').answersForms, true);
  assert.equal(kind('github').idToken, undefined);
});

test('Microsoft: ID tokens have oid, tid and preferred_username, and a mailbox may be missing', () => {
  const claims = kind('microsoft').idToken?.(PERSON, 'oid') ?? {};
  assert.deepEqual([claims['oid'], claims['preferred_username']], ['oid', 'ada.moreno@corp.test']);
  assert.match(String(claims['tid']), /^[0-9a-f-]{36}$/);
  const { mail, userPrincipalName } = profile('microsoft', { isEmailPrivate: true });
  assert.deepEqual([mail, userPrincipalName], [null, 'ada.moreno@corp.test']);
});

test('Apple: known by its issuer; it posts its answer, and hides addresses behind a relay', () => {
  const apple = kind('oidc', { issuer: 'https://appleid.apple.com' });
  assert.deepEqual([apple.name, apple.postsAnswer], ['Apple', true]);
  const claims = apple.idToken?.({ ...PERSON, isEmailPrivate: true }, apple.idOf(PERSON)) ?? {};
  assert.match(String(claims['email']), /^[0-9a-f]{10}@privaterelay\.appleid\.com$/);
  assert.match(String(claims['sub']), /^00\d{4}\.[0-9a-f]{32}\.\d{4}$/);
  assert.equal('given_name' in claims, false);
});

test('OIDC Core §5.1: any other provider has the standard claims, and ids are the same each time', () => {
  const { preferred_username, given_name, family_name } = profile('oidc');
  assert.deepEqual([preferred_username, given_name, family_name], ['ada.moreno', 'Ada', 'Moreno']);
  for (const type of [
    'google',
    'github',
    'microsoft',
    'facebook',
    'gitlab',
    'linkedin-openid-connect',
    'oidc',
    'toString',
  ])
    assert.equal(kind(type).idOf(PERSON), kind(type).idOf({ ...PERSON }), type);
});

test('a private address is in no profile', () => {
  for (const type of ['google', 'github', 'facebook', 'gitlab', 'linkedin-openid-connect', 'oidc'])
    assert.equal(profile(type, { isEmailPrivate: true })['email'] ?? null, null, type);
});
