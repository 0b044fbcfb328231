import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { listOrganizations } from '#protocol/realm/view/organizations.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { formAction, linkTarget } from '../testing/browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';
import { makeActionLink } from './action-link.ts';
import { type ActionToken, startActionToken } from './action-token.ts';

const ALICE = 'alice@example.test';
const invitations = [
  { id: 'i1', email: ALICE },
  { id: 'i2', email: 'new@acme.test', firstName: 'Nia' },
];
const REALM = {
  organizationsEnabled: true,
  organizations: [
    { id: 'o1', name: 'Acme', invitations },
    { id: 'o2', name: 'Shut', enabled: false, invitations },
  ],
};

async function linkOf({ store, clock, baseUrl }: LoginFixture, changes: Partial<ActionToken> = {}) {
  const stored = store.realms.find('r');
  assert.ok(stored !== undefined);
  const exchange = { ...createTestExchange({ clock }), realm: viewRealm(stored), baseUrl };
  const token: ActionToken = {
    type: 'ORGIVT',
    ...startActionToken(exchange, 300),
    id: 'i1',
    userId: 'alice-id',
    email: ALICE,
    clientId: 'account',
    organizationId: 'o1',
    ...changes,
  };
  return makeActionLink(exchange, createRealmKeys(store.realms, clock), token);
}

const NEW_USER: Partial<ActionToken> = { id: 'i2', userId: '', email: 'new@acme.test' };

const membersOf = ({ store }: LoginFixture): readonly string[] => {
  const stored = store.realms.find('r');
  return stored === undefined
    ? []
    : listOrganizations({ stored }).flatMap(({ members }) => [...members.keys()]);
};

const refusalOf = ({ activity }: LoginFixture) =>
  activity.list({}).records.find(({ refusal }) => refusal !== undefined)?.refusal;

for (const [what, changes, remedy] of [
  ['an organization that does not exist', { organizationId: 'none' }, /organizationsEnabled/],
  ['no organization', { organizationId: undefined }, /organizationsEnabled/],
  ['a disabled organization', { organizationId: 'o2' }, /Enable the organization/],
  ['an invitation that was removed', { id: 'gone' }, /Send another invitation/],
  ['a removed invitation of someone without an account', { ...NEW_USER, id: 'gone' }, /Send another/],
] as const)
  test(`Keycloak action token ORGIVT: a link to ${what} is refused`, () =>
    withLogin(async (fixture, browser) => {
      const seen: string[] = [];
      fixture.activity.observe((recorded) => {
        seen.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`));
      });
      const page = await browser.get(await linkOf(fixture, changes));
      assert.equal(page.status, 400);
      assert.match(page.text, /This invitation is no longer valid/);
      assert.deepEqual([refusalOf(fixture)?.rule], ['invitation-link']);
      assert.match(refusalOf(fixture)?.remedy ?? '', remedy);
      assert.deepEqual(seen, ['INVITE_ORG invalid_code']);
      assert.deepEqual(membersOf(fixture), []);
    }, REALM));

test('Keycloak action token ORGIVT: the link of another address than the user’s is refused', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.get(await linkOf(fixture, { email: 'old@example.test' }));
    assert.equal(page.status, 400);
    assert.deepEqual(membersOf(fixture), []);
  }, REALM));

test('Keycloak action token ORGIVT: the user confirms, becomes a member once, and is not signed in', () =>
  withLogin(async (fixture, browser) => {
    const question = await browser.get(await linkOf(fixture, { redirectUri: 'http://acme.test/' }));
    assert.match(question.text, /<h1[^>]*>You are about to join the organization Acme</);
    assert.deepEqual(membersOf(fixture), []);
    const proceed = linkTarget(question, 'proceedWithAction');
    // Another browser is asked again.
    await fixture.browser().get(proceed);
    assert.deepEqual(membersOf(fixture), []);
    const done = await browser.get(proceed);
    assert.match(done.text, /You are now a member of the organization Acme\./);
    assert.equal(linkTarget(done, 'backToApplication'), 'http://acme.test/');
    assert.deepEqual(membersOf(fixture), ['alice']);
    assert.match((await browser.get(proceed)).text, /User alice is already a member/);
    assert.equal(await browser.isSignedIn(), false);
  }, REALM));

test('Keycloak action token ORGIVT: who has an account by now joins with it', () =>
  withLogin(async (fixture, browser) => {
    const question = await browser.get(await linkOf(fixture, { ...NEW_USER, id: 'i1', email: ALICE }));
    await browser.get(linkTarget(question, 'proceedWithAction'));
    assert.deepEqual(membersOf(fixture), ['alice']);
  }, REALM));

const FIELDS = {
  username: 'nia',
  firstName: 'Nia',
  lastName: 'New',
  email: 'evil@example.test',
  password: 'nias-password',
  'password-confirm': 'nias-password',
};

test('Keycloak action token ORGIVT: people register with the address of the invitation, though the realm lets no one else', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.get(await linkOf(fixture, NEW_USER));
    const action = formAction(page, 'kc-register-form');
    const again = await browser.post(action, { ...FIELDS, password: '' });
    assert.match(again.text, /disabled value="new@acme.test"/);
    assert.doesNotMatch(again.text, /evil@example/);
    const done = await browser.post(formAction(again, 'kc-register-form'), FIELDS);
    assert.match(done.headers.get('location') ?? '', /\/realms\/r\/account\/$/);
    const user = await fixture.store.users.findByUsername('r-id', 'nia');
    assert.deepEqual([user?.email, user?.emailVerified], ['new@acme.test', true]);
    assert.deepEqual(membersOf(fixture), ['nia']);
    assert.equal(await browser.isSignedIn(), true);
  }, REALM));

test('Keycloak action token ORGIVT: the form of an invitation that was removed meanwhile is refused', () =>
  withLogin(async (fixture, browser) => {
    const page = await browser.get(await linkOf(fixture, NEW_USER));
    await fixture.store.realms.update('r', (realm) => ({ ...realm, organizations: [] }));
    const late = await browser.post(formAction(page, 'kc-register-form'), FIELDS);
    assert.equal(late.status, 400);
    assert.match(late.text, /This invitation is no longer valid/);
    assert.equal(await fixture.store.users.findByUsername('r-id', 'nia'), undefined);
  }, REALM));
