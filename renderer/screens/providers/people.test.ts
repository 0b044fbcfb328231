import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkPeople,
  examplePeople,
  nameOfPerson,
  readClaims,
  readPeople,
  showClaims,
  writePeople,
} from './people.ts';

test('console "Providers": people are read from the setting and written back; what says nothing is left out', () => {
  const setting = '[{"email":"ann@example.com","emailPrivate":true,"claims":{"groups":["staff"]}}]';
  assert.equal(writePeople(readPeople(setting) ?? []), setting);
  assert.equal(writePeople([{ email: 'a@b', firstName: '', id: '' }]), '[{"email":"a@b"}]');
  assert.deepEqual(readPeople(''), []);
  assert.equal(writePeople([]), '');
});

test('console "Providers": claims stay as entered until they are an object', () => {
  assert.equal(readClaims('{"a": '), '{"a": ');
  assert.equal(readClaims('[1]'), '[1]');
  assert.deepEqual(readClaims('{"a": 1}'), { a: 1 });
  assert.equal(readClaims('  '), undefined);
  assert.equal(showClaims({ claims: '{"a": ' }), '{"a": ');
  assert.equal(showClaims({ claims: { a: 1 } }), '{\n  "a": 1\n}');
  assert.equal(showClaims({}), '');
});

test('console "Providers": the example people are valid', () => {
  assert.equal(checkPeople(writePeople(examplePeople())), undefined);
  assert.deepEqual(examplePeople().map(nameOfPerson), ['Ada Moreno', 'Ben Okafor', 'Chiara Rossi']);
  assert.equal(checkPeople(''), undefined);
});

test('bad input: people who are not distinct, invalid addresses and claims', () => {
  for (const setting of [
    '{',
    '{}',
    '[1]',
    '[{}]',
    '[{"firstName":"Ann"}]',
    '[{"email":"ann"}]',
    '[{"email":"a@b","claims":"{"}]',
    '[{"email":"a@b","claims":[]}]',
  ])
    assert.equal(typeof checkPeople(setting), 'string', setting);
});
