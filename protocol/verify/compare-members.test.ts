import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { otherRealm, recordedRealm } from './addresses.ts';
import { type Artifacts, createArtifacts } from './artifacts.ts';
import { compareMembers, type MemberComparison } from './compare-members.ts';
import type { Difference } from './difference.ts';

const OTHER = 'https://sso.example.com/auth/realms/shop';

interface Options extends Partial<Pick<MemberComparison, 'path' | 'kind' | 'elapsedSeconds'>> {
  readonly artifacts?: Artifacts;
}

function compare(here: unknown, there: unknown, options: Options = {}): readonly Difference[] {
  const differences: Difference[] = [];
  compareMembers(here, there, {
    here: recordedRealm('http://localhost:8080/realms/shop'),
    there: otherRealm(OTHER, OTHER),
    artifacts: createArtifacts(),
    elapsedSeconds: 0,
    report: (difference) => void differences.push(difference),
    ...options,
  });
  return differences;
}

function names(here: unknown, there: unknown, options: Options = {}): readonly string[] {
  return compare(here, there, options).map(({ name }) => name);
}

function jwt(claims: unknown, header: object = { alg: 'RS256' }): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}.c2lnbmF0dXJl`;
}

test('contract "verify": a member that differs is reported with both values', () => {
  assert.deepEqual(compare({ token_type: 'Bearer' }, { token_type: 'bearer' }), [
    { kind: 'member', name: 'token_type', here: 'Bearer', there: 'bearer' },
  ]);
});

test('contract "verify": a member that only one server sends is reported, null included', () => {
  assert.deepEqual(compare({ a: 1 }, { b: null }), [
    { kind: 'member', name: 'a', here: '1', there: undefined },
    { kind: 'member', name: 'b', here: undefined, there: 'null' },
  ]);
});

test('contract "verify": a number, a text and null are different values, and shown as such', () => {
  assert.deepEqual(compare({ a: 1, b: 'true' }, { a: '1', b: true }), [
    { kind: 'member', name: 'a', here: '1 (a number)', there: '1 (a string)' },
    { kind: 'member', name: 'b', here: 'true (a string)', there: 'true (a boolean)' },
  ]);
});

test('contract "verify": differences are found at any depth, and named by their place', () => {
  assert.deepEqual(names({ a: { b: { c: 1, d: 2 } } }, { a: { b: { c: 2, d: 2 } } }), ['a › b › c']);
  assert.deepEqual(names({ a: { b: 1 } }, { a: [1] }), ['a']);
});

test('contract "verify": whole values that are no objects are compared', () => {
  assert.deepEqual(names([1, 2], [2, 1]), []);
  for (const [here, there] of [
    [[1], [1, 1]],
    [[], {}],
    [null, {}],
    [undefined, null],
    [{}, undefined],
    ['a', 'b'],
  ])
    assert.deepEqual(names(here, there), ['']);
});

test('contract "verify": the order of arrays and of members means nothing', () => {
  assert.deepEqual(
    names(
      { aud: ['a', 'b'], x: { p: 1, q: [{ r: 1, s: 2 }, 3] } },
      { x: { q: [3, { s: 2, r: 1 }], p: 1 }, aud: ['b', 'a'] },
    ),
    [],
  );
  assert.deepEqual(names({ aud: ['a', 'b'] }, { aud: ['a', 'b', 'b'] }), ['aud']);
  assert.deepEqual(names({ aud: 'a' }, { aud: ['a'] }), ['aud']);
});

test('contract "verify": addresses of the two realms are equal wherever they are', () => {
  const at = (base: string): unknown => ({
    iss: base,
    list: [`${base}/a`, { [`${base}/b`]: `see ${base}.` }],
    o: { u: `${base}/x` },
  });
  assert.deepEqual(names(at('http://127.0.0.1:8080/realms/shop'), at(OTHER)), []);
  assert.deepEqual(names({ iss: 'http://127.0.0.1/realms/test' }, { iss: OTHER }), ['iss']);
});

test('RFC 6749 §5.2: members of an error have their own kind', () => {
  assert.deepEqual(
    compare({ error: 'a', error_description: 'x' }, { error: 'b' }).map(
      ({ kind, name }) => `${kind} ${name}`,
    ),
    ['error error', 'error error_description'],
  );
});

test('RFC 6749 §3.3: scopes are a list without order; as an array they are another value', () => {
  assert.deepEqual(names({ scope: 'openid  email' }, { scope: 'email openid' }), []);
  assert.deepEqual(names({ scope: 'openid' }, { scope: 'openid email' }), ['scope']);
  assert.deepEqual(names({ scope: 'openid email' }, { scope: ['openid', 'email'] }), ['scope']);
});

test('contract "verify": what is generated is compared by its presence and type only', () => {
  const generated = {
    code: 'a',
    jti: 'b',
    session_state: 'c',
    refresh_token: 'd',
    request_uri: 'e',
    sid: 'f',
  };
  const others = { code: '1', jti: '2', session_state: '3', refresh_token: '4', request_uri: '5', sid: '6' };
  assert.deepEqual(names(generated, others), []);
  assert.deepEqual(compare({ refresh_token: 'hidden' }, { code: 'hidden' }), [
    { kind: 'member', name: 'refresh_token', here: 'present', there: undefined },
    { kind: 'member', name: 'code', here: undefined, there: 'present' },
  ]);
  assert.deepEqual(compare({ code: 'hidden' }, { code: ['hidden'] })[0]?.there, 'an array');
  assert.deepEqual(compare({ jti: null }, { jti: 'hidden' })[0]?.here, 'null');
});

test('contract "verify": names within an application\'s own claim mean nothing special', () => {
  assert.deepEqual(
    names(
      { country: { code: 'DE', sid: 1, keys: [1], scope: 'a b' } },
      { country: { code: 'FR', sid: 2, keys: [2], scope: 'b a' } },
    ),
    ['country › code', 'country › sid', 'country › keys', 'country › scope'],
  );
});

test('RFC 7519 §4.1: instants differ; that they are numbers does not', () => {
  assert.deepEqual(names({ iat: 1, auth_time: 2 }, { iat: 1000, auth_time: 1001 }), []);
  assert.deepEqual(names({ exp: 1 }, { exp: '1' }), ['exp']);
  assert.deepEqual(names({ nbf: 1 }, {}), ['nbf']);
});

test('RFC 7519 §4.1.4: how long a token lives is compared, whenever it was issued', () => {
  assert.deepEqual(names({ iat: 100, exp: 400 }, { iat: 5000, exp: 5300 }), []);
  assert.deepEqual(compare({ iat: 100, exp: 400 }, { iat: 100, exp: 160 }), [
    { kind: 'member', name: 'exp − iat', here: '300', there: '60' },
  ]);
});

test('RFC 6749 §5.1: remaining lifetimes may differ by the time that the flow took', () => {
  assert.deepEqual(names({ expires_in: 300 }, { expires_in: 305 }), []);
  assert.deepEqual(names({ expires_in: 300 }, { expires_in: 306 }), ['expires_in']);
  assert.deepEqual(
    names({ refresh_expires_in: 1800 }, { refresh_expires_in: 1750 }, { elapsedSeconds: 45 }),
    [],
  );
  assert.deepEqual(names({ refresh_expires_in: 1800 }, { refresh_expires_in: 0 }, { elapsedSeconds: 45 }), [
    'refresh_expires_in',
  ]);
});

test('RFC 6749 §4.2.2: in a redirect a lifetime is a text', () => {
  assert.deepEqual(names({ expires_in: '300' }, { expires_in: '299' }), []);
  assert.deepEqual(names({ expires_in: '300' }, { expires_in: 300 }), ['expires_in']);
  assert.deepEqual(names({ expires_in: 'soon' }, { expires_in: '300' }), ['expires_in']);
});

test('OIDC Core §8: each subject belongs to one subject of the other server, throughout', () => {
  const artifacts = createArtifacts();
  assert.deepEqual(names({ sub: 'a' }, { sub: '1' }, { artifacts }), []);
  assert.deepEqual(names({ act: { sub: 'a' } }, { act: { sub: '1' } }, { artifacts }), []);
  assert.deepEqual(names({ sub: 'a' }, { sub: '2' }, { artifacts }), ['sub (of another user than before)']);
  assert.deepEqual(names({ sub: 'b' }, { sub: '1' }, { artifacts }), ['sub (of another user than before)']);
  assert.deepEqual(names({ sub: 'a' }, { sub: 1 }, { artifacts }), ['sub']);
});

test('OIDC Core §8: a subject that was the same on both servers stays the same', () => {
  const artifacts = createArtifacts();
  assert.deepEqual(names({ sub: 'alice' }, { sub: 'alice' }, { artifacts }), []);
  assert.deepEqual(names({ sub: 'alice' }, { sub: 'bob' }, { artifacts }), [
    'sub (of another user than before)',
  ]);
});

test('RFC 7519: header and claims of tokens are compared, their signature and key are not', () => {
  const here = jwt(
    { iss: 'http://localhost:8080/realms/shop', azp: 'web', jti: '1' },
    { alg: 'RS256', kid: 'a' },
  );
  const there = jwt({ iss: OTHER, azp: 'web', jti: '2' }, { alg: 'RS256', kid: 'b' });
  assert.deepEqual(names({ access_token: here }, { access_token: there }), []);
  assert.deepEqual(
    compare({ id_token: jwt({ azp: 'a' }) }, { id_token: jwt({ azp: 'b' }, { alg: 'ES256' }) }),
    [
      { kind: 'claim', name: 'id_token header › alg', here: 'RS256', there: 'ES256' },
      { kind: 'claim', name: 'id_token › azp', here: 'a', there: 'b' },
    ],
  );
});

test('contract "verify": a token that is no signed JWT on one side only is reported, without its text', () => {
  for (const other of ['opaque-hidden', 'a.b.c', jwt('hidden'), jwt([1]), 5, null, { t: 'hidden' }, ''])
    assert.deepEqual(compare({ access_token: jwt({}) }, { access_token: other }), [
      { kind: 'claim', name: 'access_token', here: 'a signed JWT', there: 'no signed JWT' },
    ]);
});

test('contract "verify": opaque tokens are equal; one that is no text is reported by its type', () => {
  assert.deepEqual(names({ access_token: 'a' }, { access_token: 'b' }), []);
  assert.deepEqual(compare({ access_token: 'hidden' }, { access_token: { t: 'hidden' } })[0], {
    kind: 'claim',
    name: 'access_token',
    here: 'a string',
    there: 'an object',
  });
});

test('RFC 7517 §4: of public keys their kind and use are compared, and nothing else', () => {
  const keys = (n: string, use: string): unknown => ({
    keys: [{ kty: 'RSA', alg: 'RS256', use, n, kid: n, x5c: [n] }],
  });
  assert.deepEqual(names(keys('1', 'sig'), keys('2', 'sig')), []);
  assert.deepEqual(names(keys('1', 'sig'), keys('1', 'enc')), ['keys']);
  assert.deepEqual(names({ keys: [] }, keys('1', 'sig')), ['keys']);
  assert.deepEqual(names({ keys: [{ kty: { toString: 1 } }, 1, null] }, { keys: 'none' }), ['keys']);
});

test('contract "verify": members named like what every object inherits are compared as any other', () => {
  const inherited = JSON.parse(
    '{"__proto__": 1, "constructor": 2, "toString": 3, "hasOwnProperty": 4}',
  ) as unknown;
  assert.deepEqual(names(inherited, inherited), []);
  assert.deepEqual(names(inherited, {}), ['__proto__', 'constructor', 'toString', 'hasOwnProperty']);
  assert.deepEqual(names({}, inherited), ['__proto__', 'constructor', 'toString', 'hasOwnProperty']);
});

test('contract "verify": long values are shown from shortly before they differ', () => {
  const long = 'x'.repeat(500);
  const [difference] = compare({ a: `${long}1${long}` }, { a: `${long}2` });
  assert.equal(difference?.here, `…${'x'.repeat(40)}1${'x'.repeat(159)}…`);
  assert.equal(difference?.there, `…${'x'.repeat(40)}2`);
  assert.equal(compare({ a: long }, {})[0]?.here, `${'x'.repeat(200)}…`);
});

test('contract "verify": no secret is ever shown, wherever it is and whatever it is compared with', () => {
  const name = fc.constantFrom(
    'password',
    'client_secret',
    'access_token',
    'refresh_token',
    'id_token',
    'token',
    'code',
    'device_code',
    'user_code',
    'registration_access_token',
    'request_uri',
    'response',
  );
  const secret = fc.record({ name, value: fc.constantFrom('hidden-1', 'hidden-2', 'a.hidden-3.c') });
  const holder = secret.map((each) => ({ [each.name]: each.value }));
  const value = fc.oneof(
    holder,
    holder.map((inner) => ({ inner })),
    holder.map((inner) => [inner]),
    holder.map((inner) => ({ list: [inner, 1] })),
    fc.constantFrom(undefined, null, {}, [], 1, {
      access_token: 1,
      token: {},
      code: [],
      password: null,
      response: null,
    }),
  );
  fc.assert(
    fc.property(value, value, (here, there) => {
      assert.doesNotMatch(JSON.stringify(compare(here, there)), /hidden/);
    }),
  );
});

test('contract "verify": anything compared with itself has no differences, and nothing throws', () => {
  const known = fc.constantFrom(
    'sub',
    'scope',
    'keys',
    'access_token',
    'exp',
    'iat',
    'expires_in',
    'error',
    'code',
    '__proto__',
  );
  const json = fc.oneof(fc.jsonValue(), fc.dictionary(fc.oneof(known, fc.string()), fc.jsonValue()));
  const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;
  fc.assert(
    fc.property(json, json, (here, there) => {
      assert.deepEqual(compare(copy(here), copy(here)), []);
      const changed = compare(copy(here), copy(there));
      assert.equal(changed.length, compare(copy(there), copy(here)).length);
    }),
  );
});
