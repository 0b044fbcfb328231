import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { listFields } from '#protocol/realm/profile/profile-fields.ts';
import type { SignInRequest } from '../sign-in.ts';
import { headingOf, initialValues, invitedRegistration, shownFields } from './invited-registration.ts';
import type { Registration } from './read-registration.ts';

const organizations = [{ id: 'o1', name: 'Acme' }];
const exchange = createTestExchange({ realm: { organizationsEnabled: true, organizations } });
const REQUEST: SignInRequest = {
  protocol: 'p',
  clientId: 'c',
  passive: false,
  forceLogin: false,
  flow: 'f',
  data: {},
};
const invitation = { organizationId: 'o1', id: 'i1', email: 'ada@acme.test', firstName: 'Ada' };
const INVITED = { request: { ...REQUEST, invitation } };
const REGISTRATION: Registration = {
  values: { email: ['evil@x.test'], username: ['ada'] },
  username: 'ada',
  email: 'evil@x.test',
  password: 'p',
  acceptsTerms: false,
};

test('Keycloak registration: without an invitation nothing changes', () => {
  const tab = { request: { ...REQUEST, loginHint: 'ada' } };
  const fields = listFields(exchange.realm, { form: 'registration', scopes: [] });
  assert.equal(shownFields(tab, fields), fields);
  assert.equal(invitedRegistration(exchange.realm, REGISTRATION, undefined), REGISTRATION);
  assert.deepEqual(initialValues(exchange, tab), { username: 'ada' });
  assert.equal(headingOf(exchange, tab).key, 'registerTitle');
});

test('Keycloak organizations: the address of the invitation is fixed, whatever was sent', () => {
  const fields = listFields(exchange.realm, { form: 'registration', scopes: [] });
  assert.deepEqual(
    shownFields(INVITED, fields).flatMap(({ attribute, readOnly }) => (readOnly ? [attribute.name] : [])),
    ['email'],
  );
  const { email, username, values } = invitedRegistration(exchange.realm, REGISTRATION, invitation);
  assert.deepEqual([email, username, values['email']], ['ada@acme.test', 'ada', ['ada@acme.test']]);
  const asName = invitedRegistration({ emailAsUsername: true }, REGISTRATION, invitation);
  assert.equal(asName.username, 'ada@acme.test');
});

test('Keycloak organizations: the form names the organization, and has the names of the invitation', () => {
  assert.equal(headingOf(exchange, INVITED).text, 'Create an account to join the organization Acme');
  assert.deepEqual(initialValues(exchange, INVITED), {
    username: '',
    email: 'ada@acme.test',
    firstName: 'Ada',
  });
});
