import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { AuthenticationSession } from '../authentication-session.ts';
import { NO_PROGRESS } from '../authentication-session.ts';
import { sendAccountLink } from './account-link.ts';
import type { BrokeredFacts } from './brokered.ts';

// What is sent, and that it is sent once, is in ../action-tokens/idp-link.test.ts.

const UNUSED = {
  keys: { signingKey: () => assert.fail('nothing is signed') },
  sendMail: () => assert.fail('nothing is sent'),
};
const FACTS: BrokeredFacts = {
  identity: {
    provider: 'idp',
    id: '1',
    username: 'ada',
    localUsername: 'ada',
    email: 'ada@example.com',
    emailVerified: false,
    firstName: undefined,
    lastName: undefined,
    changes: [],
    notes: {},
  },
  isLinked: false,
  providerName: 'Google',
  existing: undefined,
  isComplete: true,
};
const tabWith = (linkSentTo?: string): AuthenticationSession => ({
  tabId: 't',
  realmId: 'r',
  browserId: 'b',
  sessionCode: 'c',
  request: { clientId: 'shop', protocol: 'p', passive: false, forceLogin: false, flow: '', data: {} },
  startedAt: 0,
  anotherUser: false,
  progress: { ...NO_PROGRESS, ...(linkSentTo === undefined ? {} : { linkSentTo }) },
  locale: undefined,
  finished: false,
});

test('Keycloak idp-email-verification: without an existing user, nothing is sent', async () => {
  assert.deepEqual(await sendAccountLink(UNUSED, createTestExchange({}), tabWith(), FACTS), {});
});

test('Keycloak idp-email-verification: a tab that has had the link sent sends no other one', async () => {
  const user = { id: 'a', username: 'alice', email: 'alice@example.test' };
  const facts: BrokeredFacts = { ...FACTS, existing: { user, field: 'email', value: user.email } };
  assert.deepEqual(await sendAccountLink(UNUSED, createTestExchange({}), tabWith(user.email), facts), {});
});
