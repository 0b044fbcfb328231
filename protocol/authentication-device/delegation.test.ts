import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { parseDelegation } from './delegation.ts';
import { delegation } from './testing/device.ts';

test('service description §4.2: every member of a delegation is read, and unknown ones are kept by name', () => {
  const body = delegation({ acr_values: 'gold', shop: 'Main Street', scope: 'openid  email openid' });
  assert.deepEqual(parseDelegation(body), {
    loginHint: 'alice',
    scopes: ['openid', 'email'],
    consentRequired: true,
    bindingMessage: 'W4SCT',
    acrValues: 'gold',
    parameters: { shop: 'Main Street' },
  });
});

test('service description §4.2: binding message and acr values are optional, and the scope may be empty', () => {
  const read = parseDelegation({ login_hint: 'alice', scope: '', is_consent_required: false });
  assert.deepEqual([read.bindingMessage, read.acrValues, read.scopes], [undefined, undefined, []]);
});

const long = (length: number): string => 'x'.repeat(length);

for (const [name, body, description] of [
  ['no body', undefined, 'the body must be a JSON object'],
  ['a list', [], 'the body must be a JSON object'],
  ['null', null, 'the body must be a JSON object'],
  ['no login_hint', { login_hint: undefined }, 'login_hint must be a string of 1 to 255 characters'],
  ['an empty login_hint', { login_hint: '' }, 'login_hint must be a string of 1 to 255 characters'],
  ['a long login_hint', { login_hint: long(256) }, 'login_hint must be a string of 1 to 255 characters'],
  ['a login_hint that is a number', { login_hint: 7 }, 'login_hint must be a string of 1 to 255 characters'],
  ['no scope', { scope: undefined }, 'scope must be a string of 0 to 4096 characters'],
  ['a list as scope', { scope: ['openid'] }, 'scope must be a string of 0 to 4096 characters'],
  ['consent as text', { is_consent_required: 'true' }, 'is_consent_required must be true or false'],
  ['no is_consent_required', { is_consent_required: undefined }, 'is_consent_required must be true or false'],
  [
    'a long binding message',
    { binding_message: long(256) },
    'binding_message must be a string of 1 to 255 characters',
  ],
  ['null as acr_values', { acr_values: null }, 'acr_values must be a string of 1 to 1024 characters'],
  [
    'an additional member that is not a string',
    { till: 4 },
    'till must be a string of at most 2048 characters',
  ],
  [
    'an additional member that is too long',
    { till: long(2049) },
    'till must be a string of at most 2048 characters',
  ],
  [
    'too many additional members',
    Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`p${index}`, ''])),
    'the body must be of at most 20 further members',
  ],
] as const) {
  test(`service description §4.2: a delegation with ${name} is refused by the member's name`, () => {
    const isChange = typeof body === 'object' && body !== null && !Array.isArray(body);
    assert.throws(
      () => parseDelegation(isChange ? delegation(body as Record<string, unknown>) : body),
      (error) =>
        error instanceof OAuthError && error.code === 'invalid_request' && error.description === description,
    );
  });
}

test('arbitrary JSON is either accepted or refused as a delegation', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      try {
        parseDelegation(json);
      } catch (error) {
        assert.ok(error instanceof OAuthError && error.status === 400);
      }
    }),
  );
});

test('a member called __proto__ is treated like any other', () => {
  const body: unknown = JSON.parse(JSON.stringify(delegation()).replace('{', '{"__proto__":"x",'));
  assert.deepEqual(Object.entries(parseDelegation(body).parameters), [['__proto__', 'x']]);
});
