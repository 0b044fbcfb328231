import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { withOAuthServer } from '../testing/server.ts';
import { defaultResponseMode, parseResponseMode, RESPONSE_MODE_NAMES, RESPONSE_MODES } from './table.ts';

test('each row has its file and its test', () => {
  for (const name of Object.keys(RESPONSE_MODES)) {
    const file = name.endsWith('.jwt') ? 'jwt' : name.replaceAll('_', '-');
    for (const ending of ['ts', 'test.ts']) {
      assert.ok(existsSync(new URL(`${file}.${ending}`, import.meta.url)), `${file}.${ending}`);
    }
  }
});

test('only rows of the table are response modes', () => {
  for (const text of ['', 'Query', 'query.jws', 'JWT', 'constructor', '__proto__'])
    assert.equal(parseResponseMode(text, undefined), undefined);
  assert.equal(parseResponseMode('form_post', undefined), 'form_post');
});

test('Multiple Response Types §5: tokens go in the fragment unless another mode is requested', () => {
  assert.equal(defaultResponseMode({ name: 'code', standard: true, frontChannel: false }), 'query');
  assert.equal(defaultResponseMode({ name: 'code token', standard: true, frontChannel: true }), 'fragment');
  assert.equal(defaultResponseMode(undefined), 'query');
});

test('JARM §2.3.4: jwt stands for the response type’s default JWT mode', () => {
  const type = { name: 'code', standard: true, frontChannel: false } as const;
  assert.equal(parseResponseMode('jwt', type), 'query.jwt');
  assert.equal(parseResponseMode('jwt', undefined), 'query.jwt');
  assert.equal(parseResponseMode('jwt', { ...type, name: 'code token', frontChannel: true }), 'fragment.jwt');
});

test('discovery lists exactly the rows', async () => {
  await withOAuthServer(async (server) => {
    const { body } = await server.send('/realms/demo/.well-known/openid-configuration');
    assert.deepEqual(body['response_modes_supported'], RESPONSE_MODE_NAMES);
    assert.deepEqual(RESPONSE_MODE_NAMES, [...Object.keys(RESPONSE_MODES), 'jwt']);
  });
});
