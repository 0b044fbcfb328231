import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperInput } from '../testing/mapper-input.ts';
import { claimsToNotes, claimToAttribute, profileToAttribute } from './claim-values.ts';

const CLAIMS = [{ team: ['dev', 7], plan: { name: ' pro ', seats: 3 }, given: 'Ann', roles: [] }];
const attribute = (name: string, ...values: string[]) => [{ kind: 'attribute', name, values }];

test('Keycloak oidc-user-attribute-idp-mapper: all values of the claim; without the claim, none', () => {
  const run = (claim: string, target: string) =>
    claimToAttribute(mapperInput({ claim, 'user.attribute': target }, { claims: CLAIMS }));
  assert.deepEqual(run('team', 'teams').effects, attribute('teams', 'dev', '7'));
  assert.deepEqual(run('given', 'firstname').effects, attribute('firstName', 'Ann'));
  assert.deepEqual(run('plan', 'plan').effects, attribute('plan', '{"name":" pro ","seats":3}'));
  assert.deepEqual(run('other', 'x').effects, attribute('x'));
  assert.equal(run('other', 'x').said, 'The provider sends no claim other for x.');
});

test('Keycloak attribute importers of social networks: fields by path; of a list only texts', () => {
  const run = (jsonField: string) =>
    profileToAttribute(mapperInput({ jsonField, userAttribute: 'x' }, { claims: CLAIMS })).effects;
  assert.deepEqual(run('plan.name'), attribute('x', 'pro'));
  assert.deepEqual(run('plan.seats'), attribute('x', '3'));
  assert.deepEqual(run('team'), attribute('x', 'dev'));
  assert.deepEqual(run('team[1]'), attribute('x', '7'));
  assert.deepEqual(run('.plan'), attribute('x'));
});

test('Keycloak oidc-user-session-note-idp-mapper: each matching claim that is a text becomes a note', () => {
  const run = (claims: string, isPattern = 'false') =>
    claimsToNotes(mapperInput({ claims, 'are.claim.values.regex': isPattern }, { claims: CLAIMS }));
  const note = [{ kind: 'note', name: 'given', value: 'Ann', isAlways: false }];
  assert.deepEqual(run('[{"key":"given","value":"Ann"},{"key":"team","value":"dev"}]').effects, note);
  assert.deepEqual(run('[{"key":"given","value":"A.+"}]', 'true').effects, note);
  assert.deepEqual(run('[{"key":"given","value":"A.+"}]').effects, []);
  assert.match(run('[]').said, /no claim matches/);
  assert.match(run('{').said, /not a list of keys and values/);
});

test('bad input: missing settings are reported', () => {
  assert.match(claimToAttribute(mapperInput({ claim: 'a' })).said, /user\.attribute is missing/);
  assert.match(claimToAttribute(mapperInput({ 'user.attribute': 'a' })).said, /claim is missing/);
  assert.match(profileToAttribute(mapperInput({ jsonField: 'a' })).said, /userAttribute is missing/);
  assert.match(profileToAttribute(mapperInput({ userAttribute: 'a' })).said, /jsonField is missing/);
});
