import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperInput } from '../testing/mapper-input.ts';
import { hardcodedAttribute, hardcodedGroup, hardcodedNote, hardcodedRole } from './hardcoded.ts';

test('Keycloak hardcoded role and group: every user gets them', () => {
  assert.deepEqual(hardcodedRole(mapperInput({ role: 'shop.buyer' })).effects, [
    { kind: 'role', role: 'shop.buyer', isHeld: true },
  ]);
  assert.deepEqual(hardcodedGroup(mapperInput({ group: '/staff/a/b' })).effects, [
    { kind: 'group', group: '/staff/a~/b', isHeld: true },
  ]);
});

test('Keycloak hardcoded attribute: sets an attribute; names of members are found in any case', () => {
  const { effects, said } = hardcodedAttribute(
    mapperInput({ attribute: 'FIRSTNAME', 'attribute.value': 'A' }),
  );
  assert.deepEqual(effects, [{ kind: 'attribute', name: 'firstName', values: ['A'] }]);
  assert.equal(said, 'Sets firstName from its setting attribute.value.');
});

test('Keycloak hardcoded session attribute: sets a session note whatever the sync mode', () => {
  assert.deepEqual(hardcodedNote(mapperInput({ attribute: 'n', 'attribute.value': 'v' })).effects, [
    { kind: 'note', name: 'n', value: 'v', isAlways: true },
  ]);
});

test('bad input: missing settings, roles and groups are reported', () => {
  const said = [
    hardcodedRole(mapperInput({})),
    hardcodedRole(mapperInput({ role: 'other' })),
    hardcodedGroup(mapperInput({})),
    hardcodedGroup(mapperInput({ group: '/other' })),
    hardcodedAttribute(mapperInput({ attribute: 'x' })),
    hardcodedAttribute(mapperInput({ 'attribute.value': 'x' })),
    hardcodedNote(mapperInput({ attribute: 'x' })),
    hardcodedNote(mapperInput({ 'attribute.value': 'x' })),
  ].map((result) => [result.effects.length, result.said]);
  assert.deepEqual(said, [
    [0, 'Not applied: its setting role is missing.'],
    [0, 'Not applied: the realm has no role other.'],
    [0, 'Not applied: its setting group is missing.'],
    [0, 'Not applied: the realm has no group /other.'],
    [0, 'Not applied: its setting attribute.value is missing.'],
    [0, 'Not applied: its setting attribute is missing.'],
    [0, 'Not applied: its setting attribute.value is missing.'],
    [0, 'Not applied: its setting attribute is missing.'],
  ]);
});
