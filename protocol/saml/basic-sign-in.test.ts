import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeProvider, sendSoap } from './testing/logout.ts';
import { withSamlServer } from './testing/server.ts';

const basic = (text: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
});

const PEOPLE = [
  { username: 'zoë', credentials: [{ type: 'password', value: 'a:b' }] },
  {
    username: 'new',
    requiredActions: ['UPDATE_PASSWORD'],
    credentials: [{ type: 'password', value: 'new-password' }],
  },
];

test('SAML Profiles §4.2.3.3: a sign-in creates a session of password level; a pending required action answers NoPassive, a wrong password AuthnFailed', () =>
  withSamlServer(
    async (server) => {
      const statusFor = async (login: string): Promise<string> => {
        const page = await sendSoap(server, server.authnRequest(), { headers: basic(login) });
        return /status:(Success|NoPassive|AuthnFailed)"/.exec(page.text)?.[1] ?? page.text;
      };
      assert.equal(await statusFor('zoë:a:b'), 'Success');
      assert.equal(await statusFor('zoë:a'), 'AuthnFailed');
      assert.equal(await statusFor('new:new-password'), 'NoPassive');
      assert.equal(await statusFor('nobody:x'), 'AuthnFailed');
    },
    { clients: [describeProvider('sp', { attributes: { 'saml.allow.ecp.flow': 'true' } })], users: PEOPLE },
  ));
