/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of Keycloak. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperInput } from '../testing/mapper-input.ts';
import { attributesToUsername, claimsToUsername } from './username-template.ts';

const CLAIMS = [
  { preferred_username: 'Ann', email: 'ann@x@y.test', one: ['A'], two: ['A', 1], 'a.b': 'dot' },
];
const ATTRIBUTES = [{ name: 'urn:uid', friendlyName: 'uid', values: ['Ann', 'Bob'] }];

function usernameOf(template: string, apply = claimsToUsername): string | undefined {
  const answer = { claims: CLAIMS, attributes: ATTRIBUTES, id: '17' };
  const [effect] = apply(mapperInput({ template }, answer)).effects;
  return effect?.kind === 'attribute' && effect.name === 'username' ? effect.values[0] : undefined;
}

test('Keycloak username template: alias, claims and transformers are filled in', () => {
  assert.equal(usernameOf('${ALIAS}.${CLAIM.preferred_username | lowercase}'), 'corp.ann');
  assert.equal(usernameOf('${ALIAS|uppercase}/${CLAIM.email | localpart}'), 'CORP/ann@x');
  assert.equal(usernameOf('${CLAIM.preferred_username | localpart}'), 'Ann');
  assert.equal(usernameOf('${CLAIM.a\\.b}'), 'dot');
  assert.match(usernameOf('${UUID}') ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(claimsToUsername(mapperInput({}, { claims: CLAIMS })).said, 'The username is corp.Ann.');
});

test('Keycloak username template: lists of one value are that value, longer ones are in brackets', () => {
  assert.equal(usernameOf('${CLAIM.one}'), 'A');
  assert.equal(usernameOf('${CLAIM.two}'), '[A, 1]');
  assert.equal(usernameOf('${CLAIM.two[1]}'), '1');
});

test('Keycloak username template: unknown variables are their names, unknown transformers do nothing', () => {
  assert.equal(usernameOf('${OTHER}-${ALIAS | shout}'), 'OTHER-corp');
  assert.equal(usernameOf('${ALIAS | constructor}'), 'corp');
  assert.equal(usernameOf('x${}'), 'x${}');
  assert.equal(usernameOf('${NAMEID}'), 'NAMEID');
});

test('Keycloak SAML username template: NameID, and the first value of an attribute', () => {
  assert.equal(usernameOf('${ALIAS}.${NAMEID}', attributesToUsername), 'corp.17');
  assert.equal(usernameOf('${ATTRIBUTE.uid | lowercase}', attributesToUsername), 'ann');
  assert.equal(usernameOf('n-${ATTRIBUTE.gone}', attributesToUsername), 'n-');
  assert.equal(usernameOf('${CLAIM.email}', attributesToUsername), 'CLAIM.email');
  assert.match(attributesToUsername(mapperInput({}, { nameId: 'name-1' })).said, /corp\.name-1/);
});

test('Keycloak username template: the target may be the id or the name at the provider', () => {
  const run = (target: string) => claimsToUsername(mapperInput({ template: 'x', target })).effects;
  assert.deepEqual(run('BROKER_ID'), [{ kind: 'account', member: 'id', value: 'x' }]);
  assert.deepEqual(run('BROKER_USERNAME'), [{ kind: 'account', member: 'username', value: 'x' }]);
  assert.deepEqual(run('other'), [{ kind: 'attribute', name: 'username', values: ['x'] }]);
});

test('a template that gives no name is reported', () => {
  const { effects, said } = claimsToUsername(mapperInput({ template: '${CLAIM.gone}' }));
  assert.deepEqual(effects, []);
  assert.equal(said, 'Not applied: its template ${CLAIM.gone} gives no name.');
});
