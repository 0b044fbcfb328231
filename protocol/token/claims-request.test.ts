import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { parseClaimsRequest } from './claims-request.ts';

test('OIDC Core §5.5: claims for the ID token and userinfo are parsed, as null or as an object', () => {
  const text = JSON.stringify({
    userinfo: { email: null, name: { essential: true } },
    id_token: { acr: { essential: true, values: ['gold', 'silver'] }, sub: { value: 'u1' } },
    other: { ignored: null },
  });
  assert.deepEqual(parseClaimsRequest(text), {
    userinfo: { email: {}, name: { essential: true } },
    id: { acr: { essential: true, values: ['gold', 'silver'] }, sub: { values: ['u1'] } },
  });
});

test('OIDC Core §5.5: both members are optional', () => {
  assert.deepEqual(parseClaimsRequest('{}'), { userinfo: {}, id: {} });
  assert.deepEqual(parseClaimsRequest('{"userinfo":null}'), { userinfo: {}, id: {} });
});

test('OIDC Core §5.5.1: unknown members of a claim are ignored', () => {
  assert.deepEqual(parseClaimsRequest('{"id_token":{"name":{"purpose":"x"}}}').id, { name: {} });
});

const REFUSED: Readonly<Record<string, RegExp>> = {
  'not json': /it is not JSON/,
  '[]': /it is not a JSON object/,
  null: /it is not a JSON object/,
  '7': /it is not a JSON object/,
  '{"userinfo":[]}': /userinfo is not a JSON object/,
  '{"id_token":"name"}': /id_token is not a JSON object/,
  '{"id_token":{"name":true}}': /id_token\.name is not a JSON object/,
  '{"id_token":{"name":{"essential":"yes"}}}': /id_token\.name\.essential is neither/,
  '{"id_token":{"acr":{"values":"1"}}}': /id_token\.acr\.values is not a list/,
  '{"id_token":{"acr":{"values":[{}]}}}': /requests a value/,
  '{"id_token":{"acr":{"value":null}}}': /requests a value/,
};
for (const [text, reason] of Object.entries(REFUSED)) {
  test(`OIDC Core §5.5: claims=${text} is rejected with the reason`, () => {
    assert.throws(
      () => parseClaimsRequest(text),
      (error) =>
        error instanceof OAuthError &&
        error.code === 'invalid_request' &&
        error.description === 'Invalid parameter: claims' &&
        reason.test(error.reason),
    );
  });
}

test('OIDC Core §5.5: an oversized parameter or too many claims are rejected', () => {
  assert.throws(() => parseClaimsRequest(`{"x":"${'a'.repeat(8192)}"}`), /longer than 8192/);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`c${index}`, null]));
  assert.throws(() => parseClaimsRequest(JSON.stringify({ userinfo: many })), /more than 100 claims/);
});

test('a claim with the name of an inherited member is ignored', () => {
  const { id } = parseClaimsRequest('{"id_token":{"__proto__":{"essential":true},"constructor":null}}');
  assert.deepEqual(Object.keys(id), ['constructor']);
  assert.equal(({} as { essential?: boolean }).essential, undefined);
});
