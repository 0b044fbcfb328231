import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { formAction, type TestPage } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';

const FORM = 'kc-deleteaccount-form';
const ACTION = 'delete_account';

function realm(roles: readonly string[] = ['delete-account'], enabled = true): Partial<RealmRepresentation> {
  return {
    requiredActions: [{ alias: ACTION, enabled }],
    users: [
      {
        id: 'alice-id',
        username: 'alice',
        enabled: true,
        clientRoles: { account: [...roles] },
        credentials: [{ type: 'password', value: 'alice-password' }],
      },
    ],
  };
}

async function startDeletion(browser: LoginBrowser): Promise<TestPage> {
  const answer = await browser.signIn(await browser.open(`kc_action=${ACTION}`), 'alice', 'alice-password');
  return 'code' in answer.leadsTo ? answer : browser.follow(answer);
}

const findAlice = ({ store }: LoginFixture) => store.users.find('r-id', 'alice-id');

function watchEvents({ activity }: LoginFixture): readonly string[] {
  const seen: string[] = [];
  activity.observe((recorded) =>
    seen.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`.trim())),
  );
  return seen;
}

test('Keycloak delete_account: the user, every session and the cookies are gone, and nobody is signed in', () =>
  withLogin(async (fixture, browser) => {
    const other = fixture.browser();
    await other.signIn(await other.open(), 'alice', 'alice-password');
    assert.equal(await other.isSignedIn(), true);
    const page = await startDeletion(browser);
    assert.match(page.text, /data-page-id="login-delete-account-confirm"/);
    assert.match(page.text, /This action is irreversible\./);
    const events = watchEvents(fixture);
    const done = await browser.post(formAction(page, FORM), {});
    assert.equal(done.status, 200);
    assert.match(done.text, /User deleted successfully/);
    assert.equal(await findAlice(fixture), undefined);
    assert.equal(await other.isSignedIn(), false);
    assert.deepEqual(events.slice(0, 1), ['DELETE_ACCOUNT']);
    const again = await browser.post(formAction(page, FORM), {});
    assert.ok(again.status < 500);
  }, realm()));

test('Keycloak delete_account: a session does not suffice, the user signs in again', () =>
  withLogin(async (_fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    assert.match((await browser.open(`kc_action=${ACTION}`)).text, /id="kc-form-login"/);
  }, realm()));

test('Keycloak delete_account: whoever cancels keeps the account and is signed in', () =>
  withLogin(async (fixture, browser) => {
    const page = await startDeletion(browser);
    const answer = await browser.post(formAction(page, FORM), { 'cancel-aia': 'true' });
    assert.equal(answer.leadsTo['kc_action_status'], 'cancelled');
    assert.equal(await browser.usernameOf(answer), 'alice');
    assert.notEqual(await findAlice(fixture), undefined);
  }, realm()));

test('refused: a user without the role sees why, and keeps the account', () =>
  withLogin(async (fixture, browser) => {
    const events = watchEvents(fixture);
    const page = await startDeletion(browser);
    assert.equal(page.status, 403);
    assert.match(page.text, /enough permissions to delete your own account/);
    assert.match(page.text, /Grant user alice the role delete-account of client account/);
    assert.notEqual(await findAlice(fixture), undefined);
    assert.deepEqual(events, ['DELETE_ACCOUNT user_delete_error']);
  }, realm([])));

test('refused: a user who has lost the role since the page was shown', () =>
  withLogin(async (fixture, browser) => {
    const page = await startDeletion(browser);
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, clientRoles: {} }));
    assert.equal((await browser.post(formAction(page, FORM), {})).status, 403);
    assert.notEqual(await findAlice(fixture), undefined);
  }, realm()));

const CASES: readonly (readonly [string, Partial<RealmRepresentation>])[] = [
  ['does not enable it', realm(['delete-account'], false)],
  ['does not list it', { ...realm(), requiredActions: [] }],
];

for (const [what, changes] of CASES)
  test(`Keycloak delete_account: a realm that ${what} answers kc_action_status=error`, () =>
    withLogin(async (_fixture, browser) => {
      assert.equal((await startDeletion(browser)).leadsTo['kc_action_status'], 'error');
    }, changes));
