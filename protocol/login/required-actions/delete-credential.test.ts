import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { formAction, type TestPage } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';

const FORM = 'kc-delete-credential-form';

const realm = (more: object = {}): Partial<RealmRepresentation> => ({
  users: [
    {
      id: 'alice-id',
      username: 'alice',
      enabled: true,
      credentials: [
        { id: 'password-id', type: 'password', value: 'alice-password' },
        // Nobody is asked for recovery codes without a step for them.
        { id: 'codes-id', type: 'recovery-authn-codes', userLabel: 'My <codes>' },
      ],
      ...more,
    },
    { id: 'bob-id', username: 'bob', credentials: [{ id: 'bob-otp', type: 'otp' }] },
  ],
});

async function start(browser: LoginBrowser, id: string): Promise<TestPage> {
  const page = await browser.open(`kc_action=delete_credential${id}`);
  const answer = await browser.signIn(page, 'alice', 'alice-password');
  return 'code' in answer.leadsTo ? answer : browser.follow(answer);
}

const idsOf = async ({ store }: LoginFixture, user = 'alice-id') =>
  ((await store.users.find('r-id', user))?.credentials ?? []).map(({ id }) => id);

function watchEvents({ activity }: LoginFixture): readonly string[] {
  const seen: string[] = [];
  activity.observe((recorded) =>
    seen.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`.trim())),
  );
  return seen;
}

test('Keycloak delete_credential: the page asks, removes the credential, and the application learns the status', () =>
  withLogin(async (fixture, browser) => {
    const page = await start(browser, ':codes-id');
    assert.match(page.text, /data-page-id="login-delete-credential"/);
    assert.match(page.text, /Do you want to delete My &lt;codes&gt;\?/);
    const events = watchEvents(fixture);
    const done = await browser.post(formAction(page, FORM), {});
    assert.equal(done.leadsTo['kc_action_status'], 'success');
    assert.deepEqual(await idsOf(fixture), ['password-id']);
    assert.ok(events.includes('REMOVE_CREDENTIAL'), events.join());
    assert.equal(events.includes('REMOVE_TOTP'), false);
  }, realm()));

test('Keycloak delete_credential: the user can decline', () =>
  withLogin(async (fixture, browser) => {
    const page = await start(browser, ':codes-id');
    const done = await browser.post(formAction(page, FORM), { 'cancel-aia': 'true' });
    assert.equal(done.leadsTo['kc_action_status'], 'cancelled');
    assert.equal((await idsOf(fixture)).length, 2);
  }, realm()));

for (const [what, id] of [
  ['no id', ''],
  ['an unknown id', ':unknown'],
  ['the password', ':password-id'],
  ['the credential of another user', ':bob-otp'],
] as const)
  test(`Keycloak delete_credential: ${what} is refused with a reason, and nothing is removed`, () =>
    withLogin(async (fixture, browser) => {
      const page = await start(browser, id);
      assert.equal(page.status, 400);
      assert.match(page.text, /Credential not found\./);
      const [record] = fixture.activity.list().records;
      assert.match(record?.refusal?.remedy ?? '', /kc_action=delete_credential:ID/);
      assert.deepEqual([(await idsOf(fixture)).length, (await idsOf(fixture, 'bob-id')).length], [2, 1]);
    }, realm()));

test('Keycloak delete_credential: as a required action of the user, it is skipped', () =>
  withLogin(
    async (_fixture, browser) => {
      const answer = await browser.signIn(await browser.open(), 'alice', 'alice-password');
      assert.ok(answer.leadsTo['code']);
    },
    realm({ requiredActions: ['delete_credential'] }),
  ));

test('Keycloak delete_credential: a credential that is gone when the form is sent is refused', () =>
  withLogin(async (fixture, browser) => {
    const page = await start(browser, ':codes-id');
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({
      ...user,
      credentials: (user.credentials ?? []).slice(0, 1),
    }));
    const answer = await browser.post(formAction(page, FORM), {});
    assert.equal(answer.status, 400);
  }, realm()));
