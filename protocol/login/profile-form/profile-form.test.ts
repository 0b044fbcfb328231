import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listParameters } from '#protocol/http/parameters.ts';
import { listFields } from '#protocol/realm/profile/profile-fields.ts';
import { BY_USERS, realmWithProfile } from '#protocol/realm/testing/profile.ts';
import { ENGLISH, unknownMessage } from '../testing/page-texts.ts';
import { enteredValues, readProfileValues, renderProfileFields } from './profile-form.ts';

const realm = realmWithProfile({
  attributes: [
    { name: 'firstName', ...BY_USERS },
    { name: 'pets', multivalued: true, group: 'home', ...BY_USERS },
    { name: 'street', group: 'home', ...BY_USERS },
    { name: 'staff', group: 'gone', permissions: { view: ['user'], edit: ['admin'] } },
  ],
  groups: [{ name: 'home', displayHeader: 'At <home>', displayDescription: 'Where you live' }],
});
const fields = listFields(realm, { form: 'update-profile', scopes: [] });

function render(texts: Readonly<Record<string, string>> = {}): string {
  const problems = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, unknownMessage(text)]),
  );
  return String(renderProfileFields(realm, ENGLISH, { fields, valuesOf: () => [], problems })).replaceAll(
    '\n',
    '',
  );
}

const form = (text: string) => listParameters([...new URLSearchParams(text)]);

test('Keycloak theme: fields have the order of the profile, a group begins with its heading', () => {
  const text = render();
  assert.match(
    text,
    /id="firstName".*<h2 id="header-home" class="us-group[^"]*">At &lt;home&gt;<\/h2>.*id="description-home">Where you live<.*id="pets".*id="street".*id="staff"/,
  );
  assert.equal(text.match(/<h2/g)?.length, 1, 'a group that is not defined has no heading');
});

test('the first field that is wrong has the focus; without one, the first that can be changed', () => {
  assert.match(render({ street: 'No.' }), /id="street" [^>]*autofocus/);
  assert.match(render(), /name="email" [^>]*autofocus/);
  assert.equal(render({ street: 'No.', pets: 'No.' }).match(/autofocus/g)?.length, 1);
});

test('a submitted form is read as lists without empty values, in the form in which users store them', () => {
  assert.deepEqual(
    readProfileValues(form('email=+A@B.Test&firstName=+Ann+&pets=cat&pets=&pets=dog'), fields),
    { email: ['a@b.test'], firstName: ['Ann'], pets: ['cat', 'dog'], street: [] },
  );
});

test('refused: a field that users cannot change, or that is not in the form, is not read', () => {
  const values = readProfileValues(form('staff=1&other=1&username=eve&__proto__=x'), fields);
  assert.deepEqual(Object.keys(values).sort(), ['email', 'firstName', 'pets', 'street']);
});

test('bad input: of 100,000 values the first hundred are read', () => {
  const many = form(Array.from({ length: 100_000 }, (_, index) => `pets=${index}`).join('&'));
  assert.equal(readProfileValues(many, fields)['pets']?.length, 100);
  assert.equal(enteredValues({ method: 'POST', form: many }, 'pets')?.length, 100);
});

test('what was entered is shown as it was entered, also if it was cleared; nothing was on a page that is opened', () => {
  assert.deepEqual(enteredValues({ method: 'POST', form: form('email=+A&email=') }, 'email'), [' A', '']);
  assert.deepEqual(enteredValues({ method: 'POST', form: form('') }, 'email'), []);
  assert.equal(enteredValues({ method: 'GET', form: form('email=x') }, 'email'), undefined);
});
