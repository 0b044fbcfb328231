import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAME_ID_FORMATS } from '#protocol/saml/xml-names.ts';
import { type StandInPerson, toPerson } from '../person.ts';
import { attributesOf, nameIdOf } from './attributes.ts';

const person = (given: object = {}): StandInPerson =>
  toPerson({ email: 'ada.moreno@example.com', ...given }) ?? assert.fail();

test('SAML Core §8.3: the name identifier has the requested format', () => {
  const ada = person();
  assert.equal(nameIdOf(ada, NAME_ID_FORMATS.email).value, 'ada.moreno@example.com');
  assert.deepEqual(nameIdOf(ada), { value: 'ada.moreno', format: NAME_ID_FORMATS.unspecified });
  assert.equal(
    nameIdOf(ada, NAME_ID_FORMATS.persistent).value,
    nameIdOf(ada, NAME_ID_FORMATS.persistent).value,
  );
  assert.notEqual(
    nameIdOf(ada, NAME_ID_FORMATS.transient).value,
    nameIdOf(ada, NAME_ID_FORMATS.transient).value,
  );
  assert.equal(nameIdOf(person({ id: '17' }), NAME_ID_FORMATS.persistent).value, '17');
  assert.equal(nameIdOf(ada, 'urn:x').value, 'ada.moreno');
});

test('each value has a plain name, an X.500 name and the name of a claim', () => {
  const names = attributesOf(person()).filter(({ values }) => values.includes('Ada'));
  assert.deepEqual(
    names.map(({ name }) => name),
    ['givenName', 'urn:oid:2.5.4.42', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname'],
  );
});

test('no friendly name is the name of another attribute', () => {
  const all = attributesOf(person());
  const plain = all.map(({ name }) => name);
  for (const { name, friendlyName } of all)
    assert.ok(friendlyName === undefined || friendlyName === name || !plain.includes(friendlyName));
});

test('a private address is not sent', () =>
  assert.ok(attributesOf(person({ emailPrivate: true })).every(({ values }) => !values[0]?.includes('@'))));

test('claims of the settings are attributes, and replace those of the same name', () => {
  const all = attributesOf(person({ claims: { email: 'x@example.com', groups: ['a', 'b'], level: 3 } }));
  const valuesOf = (name: string) => all.filter((each) => each.name === name).map(({ values }) => values);
  assert.deepEqual(valuesOf('email'), [['x@example.com']]);
  assert.deepEqual(valuesOf('groups'), [['a', 'b']]);
  assert.deepEqual(valuesOf('level'), [['3']]);
});
