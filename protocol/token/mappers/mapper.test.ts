import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Claims, setClaim, setTypedClaim } from './mapper.ts';

test('Keycloak claim names: dots nest objects, an escaped dot is a literal dot', () => {
  const claims: Claims = {};
  setClaim(claims, 'a.b.c', 1);
  setClaim(claims, 'a.b.d', 2);
  setClaim(claims, 'x\\.y', 3);
  assert.deepEqual(claims, { a: { b: { c: 1, d: 2 } }, 'x.y': 3 });
});

test('a nested claim replaces a plain value on its path', () => {
  const claims: Claims = { a: 'text' };
  setClaim(claims, 'a.b', 1);
  assert.deepEqual(claims, { a: { b: 1 } });
});

test('nothing is set without a name or a value', () => {
  const claims: Claims = {};
  setClaim(claims, '', 1);
  setClaim(claims, 'a', undefined);
  assert.deepEqual(claims, {});
});

for (const name of ['__proto__.polluted', 'constructor.prototype.polluted', 'a.__proto__.polluted']) {
  test(`the claim name ${name} cannot modify prototypes`, () => {
    setClaim({}, name, 'yes');
    assert.equal(({} as Claims)['polluted'], undefined);
  });
}

const conversions: [type: string, text: string, value: unknown][] = [
  ['String', '7', '7'],
  ['int', '7', 7],
  ['long', '-12', -12],
  ['boolean', 'TRUE', true],
  ['boolean', 'no', false],
  ['JSON', '{"a":[1]}', { a: [1] }],
];
for (const [type, text, value] of conversions) {
  test(`Keycloak jsonType.label ${type}: "${text}" becomes ${JSON.stringify(value)}`, () => {
    const claims: Claims = {};
    setTypedClaim(claims, { 'claim.name': 'c', 'jsonType.label': type }, [text]);
    assert.deepEqual(claims['c'], value);
  });
}

for (const [type, text] of [
  ['int', 'seven'],
  ['long', '1.5'],
  ['JSON', '{'],
] as const) {
  test(`Keycloak jsonType.label ${type}: "${text}" sets nothing`, () => {
    const claims: Claims = {};
    setTypedClaim(claims, { 'claim.name': 'c', 'jsonType.label': type }, [text]);
    assert.deepEqual(claims, {});
  });
}

test('a multivalued claim is a list; otherwise the first value is used', () => {
  const claims: Claims = {};
  setTypedClaim(claims, { 'claim.name': 'many', multivalued: 'true' }, ['a', 'b']);
  setTypedClaim(claims, { 'claim.name': 'one' }, ['a', 'b']);
  assert.deepEqual(claims, { many: ['a', 'b'], one: 'a' });
});
