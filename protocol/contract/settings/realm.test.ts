import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { checkValue } from './check-value.ts';
import { REALM_SETTINGS } from './realm.ts';
import { objectOf } from './value-type.ts';

const REALM = objectOf(() => REALM_SETTINGS, 'realm');

function pathAtFault(realm: object): string {
  return checkValue({ realm: 'r', ...realm }, REALM, { mode: 'file' }).fault?.path ?? 'none';
}

for (const [realm, path] of [
  [{ clients: [{ clientId: 'a', redirectUris: 'http://a' }] }, 'clients[0].redirectUris'],
  [{ clients: [{}] }, 'clients[0].clientId'],
  [{ users: [{ username: 'a', realmRoles: 'x' }] }, 'users[0].realmRoles'],
  [{ users: [{ email: 'a@b' }] }, 'users[0].username'],
  [{ users: [{ username: 'u', clientConsents: 'x' }] }, 'users[0].clientConsents'],
  [{ roles: { client: { a: [{ name: 'x' }, {}] } } }, 'roles.client.a[1].name'],
  [{ groups: [{ name: 'a', subGroups: [{ name: {} }] }] }, 'groups[0].subGroups[0].name'],
  [{ accessTokenLifespan: {} }, 'accessTokenLifespan'],
  [{ requiredActions: 'x' }, 'requiredActions'],
  [{ authenticatorConfig: [{ config: 'x' }] }, 'authenticatorConfig[0].config'],
  [{ localizationTexts: { en: [] } }, 'localizationTexts.en'],
  [{ realm: '' }, 'realm'],
] as const)
  test(`realm file: ${JSON.stringify(realm)} is rejected at ${path}`, () => {
    assert.equal(pathAtFault(realm), path);
  });

test('realm file: the demo realm has no fault', async () => {
  const text = await readFile(new URL('../../../fixtures/realms/demo.json', import.meta.url), 'utf8');
  assert.equal(checkValue(JSON.parse(text), REALM, { mode: 'file' }).fault, undefined);
});

function valueFault(realm: object): string | undefined {
  const { fault } = checkValue({ realm: 'r', ...realm }, REALM, { mode: 'api' });
  return fault === undefined ? undefined : `${fault.path} ${fault.problem}`;
}

for (const text of ['0', '-1', '1.5', 'soon', '86401', '9999999999'])
  test(`service description §2.2: cibaExpiresIn "${text}" is rejected by name`, () => {
    assert.equal(
      valueFault({ attributes: { cibaExpiresIn: text } }),
      'attributes.cibaExpiresIn must be a whole number of seconds from 1 to 86400',
    );
  });

for (const text of ['-1', '2.5', 'x'])
  test(`service description §2.2: cibaInterval "${text}" is rejected by name`, () => {
    assert.match(
      valueFault({ attributes: { cibaInterval: text } }) ?? '',
      /^attributes\.cibaInterval must .* from 0/,
    );
  });

for (const [attribute, value, expected] of [
  ['cibaBackchannelTokenDeliveryMode', 'ping', /must be poll: ping is not supported$/],
  ['cibaBackchannelTokenDeliveryMode', 'pull', /must be poll$/],
  ['cibaAuthRequestedUserHint', 'id_token_hint', /must be login_hint: id_token_hint is not supported$/],
  ['cibaAuthRequestedUserHint', 'name', /must be login_hint$/],
  ['acr.loa.map', '[1]', /must be a JSON object$/],
] as const)
  test(`service description §7: ${attribute} ${value} is rejected by name`, () => {
    assert.match(valueFault({ attributes: { [attribute]: value } }) ?? '', expected);
  });

for (const [realm, expected] of [
  [{ sslRequired: 'sometimes' }, 'sslRequired must be one of external, all, none'],
  [{ defaultSignatureAlgorithm: 'XX256' }, /^defaultSignatureAlgorithm must be one of RS256/],
  [{ otpPolicyAlgorithm: 'MD5' }, /^otpPolicyAlgorithm must be one of/],
  [{ ssoSessionIdleTimeout: -2 }, /^ssoSessionIdleTimeout must be a whole number of seconds from -1/],
] as const)
  test(`admin API: ${JSON.stringify(realm)} is rejected by name, and kept in a realm file`, () => {
    assert.match(
      valueFault(realm) ?? '',
      expected instanceof RegExp ? expected : new RegExp(`^${expected}$`),
    );
    assert.equal(pathAtFault(realm), 'none');
  });

test("service description §2.2: Keycloak's exported defaults are accepted", () => {
  const attributes = {
    cibaBackchannelTokenDeliveryMode: 'poll',
    cibaExpiresIn: '120',
    cibaInterval: '5',
    cibaAuthRequestedUserHint: 'login_hint',
  };
  assert.equal(valueFault({ attributes, sslRequired: 'EXTERNAL' }), undefined);
});
