import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import type { AnswerEditWire } from '#protocol/contract/holds.ts';
import { hashHalf } from '#protocol/crypto/identifiers.ts';
import { decodeJws, type SigningKey, signJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { jsonReply, redirectReply } from '#protocol/http/replies.ts';
import { editAnswer, listEdited } from './edit-answer.ts';
import { KitError } from './kit-error.ts';

const secretOf = (fill: number) => createSecretKey(Buffer.alloc(32, fill));
const old: SigningKey = { kid: 'old', algorithm: 'HS256', key: secretOf(1) };
const current: SigningKey = { kid: 'new', algorithm: 'HS256', key: secretOf(2) };
const deps = { realmName: 'demo', keys: { signingKey: async () => current } };

const edit = (reply: Reply, changes: AnswerEditWire) => editAnswer(reply, changes, deps);
const bodyOf = ({ body }: Reply) => JSON.parse(String(body)) as Record<string, string>;

async function tokens() {
  const access_token = await signJws(old, { sub: 'ann' });
  const id_token = await signJws(old, { sub: 'ann', email: 'a@x', at_hash: hashHalf('HS256', access_token) });
  return { access_token, id_token, refresh_token: access_token, token_type: 'Bearer' };
}

test('test kit "holds": claims change as a merge patch, signed with the key that the realm has now', async () => {
  const reply = await edit(jsonReply(200, await tokens()), {
    claims: { id_token: { email: null, address: { country: 'AT' } } },
  });
  const { id_token = '' } = bodyOf(reply);
  const decoded = decodeJws(id_token) ?? assert.fail();
  assert.deepEqual([decoded.header.kid, decoded.claims['email']], ['new', undefined]);
  assert.deepEqual(decoded.claims['address'], { country: 'AT' });
  assert.equal(verifyJws(decoded, current), true);
});

test('OIDC Core §3.1.3.6: after an edit of the access token the ID token has its hash, unless at_hash is edited', async () => {
  const given = await tokens();
  for (const [claims, isRight] of [
    [{ access_token: { scope: 'x' } }, true],
    [{ access_token: { scope: 'x' }, id_token: { nonce: 'n' } }, true],
    [{ access_token: { scope: 'x' }, id_token: { at_hash: 'wrong' } }, false],
  ] as const) {
    const {
      access_token = '',
      id_token = '',
      refresh_token,
    } = bodyOf(await edit(jsonReply(200, given), { claims }));
    assert.notEqual(access_token, given.access_token);
    assert.equal(refresh_token, given.refresh_token);
    assert.equal(decodeJws(id_token)?.claims['at_hash'] === hashHalf('HS256', access_token), isRight);
  }
});

test('test kit "holds": tokens in the fragment of a redirect can be edited', async () => {
  const { id_token } = await tokens();
  const reply = await edit(redirectReply(`http://app/cb#id_token=${id_token}&state=s`), {
    claims: { id_token: { nonce: 'x' } },
    parameters: { state: 't' },
  });
  const { hash } = new URL(String(reply.headers?.['location']));
  const parameters = new URLSearchParams(hash.slice(1));
  assert.equal(decodeJws(parameters.get('id_token') ?? '')?.claims['nonce'], 'x');
  assert.equal(parameters.get('state'), 't');
});

test('test kit "holds": status, headers and JSON members change together', async () => {
  const reply = await edit(jsonReply(200, { a: { b: 1, c: 2 }, d: 3 }, { etag: 'x' }), {
    status: 202,
    headers: { 'X-Test': 'y', ETag: null },
    json: { a: { b: null }, d: [1] },
  });
  assert.equal(reply.status, 202);
  assert.deepEqual([reply.headers?.['x-test'], reply.headers?.['etag']], ['y', undefined]);
  assert.deepEqual(bodyOf(reply), { a: { c: 2 }, d: [1] });
});

test('RFC 7396 §2: a member named __proto__ is a member like any other', async () => {
  const json = JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>;
  await edit(jsonReply(200, {}), { json });
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

for (const [what, reply, changes, problem] of [
  ['json of a redirect', redirectReply('http://app/?code=c'), { json: {} }, /no JSON object/],
  ['json of a list', jsonReply(200, []), { json: {} }, /no JSON object/],
  ['parameters of JSON', jsonReply(200, {}), { parameters: { a: 'b' } }, /neither a redirect nor a form/],
  [
    'a token that is not there',
    jsonReply(200, {}),
    { claims: { id_token: {} } },
    /no signed token "id_token"/,
  ],
  [
    'an encrypted token',
    jsonReply(200, { id_token: 'a.b.c.d.e' }),
    { claims: { id_token: {} } },
    /"id_token"/,
  ],
  ['an assertion of JSON', jsonReply(200, {}), { assertion: { nameId: 'x' } }, /no assertion/],
] as const) {
  test(`test kit "holds": ${what} cannot be edited, with the reason and what helps`, async () => {
    await assert.rejects(edit(reply, changes), (error: KitError) => {
      assert.ok(error instanceof KitError);
      assert.deepEqual([error.status, error.remedy.length > 20], [409, true]);
      assert.match(error.problem, problem);
      return true;
    });
  });
}

test('test kit "holds": an unsigned token cannot be edited', async () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const reply = jsonReply(200, { id_token: `${encode({ alg: 'none' })}.${encode({ sub: 'x' })}.` });
  await assert.rejects(edit(reply, { claims: { id_token: { a: 1 } } }), /no signed token/);
});

test('test kit "holds": a statement that the assertion does not have cannot be edited', async () => {
  const reply: Reply = { status: 200, assertion: { content: { nameId: 'x' }, edit: () => assert.fail() } };
  await assert.rejects(edit(reply, { assertion: { sessionIndex: 'y' } }), /saml\.authnstatement/);
});

test('test kit "holds": Activity lists what was edited', () => {
  assert.deepEqual(listEdited({ status: 500, claims: { id_token: { a: 1 }, access_token: {} } }), [
    'claims (id_token, access_token)',
    'status',
  ]);
});
