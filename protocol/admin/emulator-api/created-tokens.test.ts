import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { NewTokensWire } from '#protocol/contract/created-tokens.ts';
import type { TokenPreviewWire } from '#protocol/contract/token-preview.ts';
import type { TokenResponseWire } from '#protocol/contract/token-response.ts';
import { MAPPER_TYPES } from '#protocol/token/mappers/table.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/emulator/v1/realms/shop';

const MEMBERS = [
  ...['user', 'client', 'clients', 'scope', 'claims', 'audience', 'expiresInSeconds', 'nonce', 'session'],
  ...['broken', 'acr', 'amr', 'authTime', 'rememberMe', 'ipAddress', 'browser', '__proto__', 'constructor'],
];

const value = fc.oneof(
  fc.constantFrom('ann', 'till', 'page', 'openid', 'expired', '2029-01-01T00:00:00Z', ''),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
  fc.array(fc.string(), { maxLength: 3 }),
);

for (const path of ['/sessions', '/tokens', '/token-preview']) {
  test(`test kit: no JSON sent to ${path} gets a 5xx, and every refusal says why`, async () => {
    const likely = fc.dictionary(fc.constantFrom(...MEMBERS), value, { maxKeys: 6 });
    const named = likely.map((body) => ({ user: 'ann', client: 'till', ...body }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), likely, named), async (body) => {
        const { status, body: answer } = await server.call<object>('POST', REALM + path, {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
        assert.ok(status < 500, `${status} ${JSON.stringify(body)}`);
        assert.match(JSON.stringify(answer), status < 300 ? /"(id|access_token)":"/ : /"error/);
      }),
      { numRuns: 150 },
    );
  });
}

test('test kit: tokens of a client as the console shows it, for a user of its realm only', async () => {
  const body: NewTokensWire = { user: 'ann', client: 'till', scope: 'openid' };
  const { status, body: tokens } = await server.call<TokenResponseWire>('POST', `${REALM}/tokens`, { body });
  assert.deepEqual([status, tokens.token_type], [200, 'Bearer']);
  const elsewhere = await server.call('POST', '/emulator/v1/realms/master/tokens', { body });
  assert.equal(elsewhere.status, 400);
});

test('test kit: one-time codes of a name with any characters are looked for, not guessed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, unit: 'grapheme' }), async (username) => {
      const { status } = await server.call('GET', `${REALM}/users/${encodeURIComponent(username)}/otp`);
      assert.equal(status, 404);
    }),
    { numRuns: 50 },
  );
});

const mapper = fc.record({
  name: fc.constantFrom('a', 'b', '__proto__'),
  protocolMapper: fc.constantFrom(...Object.keys(MAPPER_TYPES), 'unknown', 'constructor'),
  config: fc.dictionary(
    fc.constantFrom(
      'claim.name',
      'claim.value',
      'role',
      'new.role.name',
      'jsonType.label',
      'access.token.claim',
    ),
    fc.oneof(fc.constantFrom('true', 'JSON', 'a.b', 'aud', '__proto__', '{"x":[]}'), fc.string()),
  ),
});

test('test kit: no change of mappers makes a token preview fail, and its claims all have a cause', async () => {
  const change = fc.record({
    mappers: fc.uniqueArray(mapper, { maxLength: 3, selector: ({ name }) => name }),
    clientScopes: fc.dictionary(
      fc.constantFrom('profile', 'email'),
      fc.record({ mappers: fc.array(mapper, { maxLength: 1 }) }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(change, async (unsaved) => {
      const body = { client: 'till', user: 'ann', change: unsaved };
      const answer = await server.call<TokenPreviewWire>('POST', `${REALM}/token-preview`, { body });
      // A pairwise subject needs a single redirect host, for instance.
      assert.ok(answer.status === 200 || answer.status === 400, JSON.stringify(answer.body));
      const { claims = [] } = answer.body.after?.accessToken ?? {};
      assert.ok(claims.every(({ causes }) => causes.length > 0));
    }),
    { numRuns: 150 },
  );
});
