import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import { readConsent } from './account-consent.ts';

const scope = (name: string) => ({ id: `${name}-id`, name }) as never;
const realm = {
  name: 'demo',
  clientScopes: new Map([
    ['email', scope('email')],
    ['profile', scope('profile')],
  ]),
} as never;
const client = { id: 'web-id', clientId: 'web', name: 'Shop', consentRequired: true } as never;

const read = (json: unknown) => readConsent({ json, realm }, client).map(({ name }) => name);

test('Keycloak account API: a consent lists scopes by id; repetitions and the client itself count once or not', () => {
  const ids = ['email-id', 'email-id', 'web-id', 'profile-id'];
  assert.deepEqual(read({ grantedScopes: ids.map((id) => ({ id })) }), ['email', 'profile']);
  assert.deepEqual(read({ grantedScopes: [] }), []);
});

for (const [json, named] of [
  [undefined, /^grantedScopes must be a list/],
  [[], /^grantedScopes must be a list/],
  ['x', /^grantedScopes must be a list/],
  [{}, /^grantedScopes must be a list/],
  [{ grantedScopes: {} }, /^grantedScopes must be a list/],
  [{ grantedScopes: Array(1001).fill({ id: 'email-id' }) }, /at most 1000 scopes/],
  [{ grantedScopes: ['email-id'] }, /^grantedScopes\[0\]\.id must be a text/],
  [{ grantedScopes: [{ id: 'email-id' }, { id: 7 }] }, /^grantedScopes\[1\]\.id must be a text/],
  [{ grantedScopes: [{ id: 'email' }] }, /^Scope id email does not exist for client Shop/],
] as const)
  test(`Keycloak account API: the consent ${JSON.stringify(json)?.slice(0, 40)} is refused`, () => {
    assert.throws(
      () => read(json),
      ({ status, description, remedy }: OAuthError) => {
        assert.equal(status, 400);
        assert.match(description, named);
        assert.ok(remedy);
        return true;
      },
    );
  });
