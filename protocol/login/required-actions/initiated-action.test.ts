import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { formAction, type TestPage } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import { withLogin } from '../testing/login-fixture.ts';
import { initiatedActionStatus } from './initiated-action.ts';

const PASSWORD_FORM = 'kc-passwd-update-form';
const NEW_PASSWORD = { 'password-new': 'brand-new', 'password-confirm': 'brand-new' };

/** Signs alice in, in a request that starts `action`. */
async function startAction(browser: LoginBrowser, action: string): Promise<TestPage> {
  const page = await browser.open(`kc_action=${encodeURIComponent(action)}`);
  const answer = await browser.signIn(page, 'alice', 'alice-password');
  return 'code' in answer.leadsTo ? answer : browser.follow(answer);
}

const outcomeOf = ({ leadsTo }: TestPage) => [leadsTo['kc_action'], leadsTo['kc_action_status']];

for (const [action, form, fields] of [
  ['UPDATE_PASSWORD', PASSWORD_FORM, NEW_PASSWORD],
  [
    'UPDATE_PROFILE',
    'kc-update-profile-form',
    { username: 'alice', email: 'alice@example.test', firstName: 'Ally', lastName: 'Liddell' },
  ],
] as const)
  test(`Keycloak kc_action: ${action} is shown after the sign-in, and the response says success`, () =>
    withLogin(async (_fixture, browser) => {
      const page = await startAction(browser, action);
      assert.match(page.text, /id="kc-cancel" name="cancel-aia"/);
      const answer = await browser.post(formAction(page, form), fields);
      assert.deepEqual(outcomeOf(answer), [action, 'success']);
      assert.equal(await browser.usernameOf(answer), 'alice');
    }));

test('Keycloak kc_action: a cancelled action changes nothing; the user is signed in all the same', () =>
  withLogin(async (fixture, browser) => {
    const page = await startAction(browser, 'UPDATE_PASSWORD');
    const answer = await browser.post(formAction(page, PASSWORD_FORM), {
      ...NEW_PASSWORD,
      'cancel-aia': 'true',
    });
    assert.deepEqual(outcomeOf(answer), ['UPDATE_PASSWORD', 'cancelled']);
    assert.equal(await browser.usernameOf(answer), 'alice');
    const later = fixture.browser();
    assert.equal((await later.signIn(await later.open(), 'alice', 'alice-password')).status, 302);
  }));

test('Keycloak kc_action: without kc_action, the response has neither parameter', () =>
  withLogin(async (_fixture, browser) => {
    const answer = await browser.signIn(await browser.open(), 'alice', 'alice-password');
    assert.deepEqual(outcomeOf(answer), [undefined, undefined]);
  }));

for (const [action, realm, why] of [
  ['NO_SUCH_ACTION', {}, /no page for an action "NO_SUCH_ACTION"/],
  ['update_password', {}, /no page for an action "update_password"/],
  ['constructor', {}, /no page for an action "constructor"/],
  ['TERMS_AND_CONDITIONS', {}, /Applications cannot start TERMS_AND_CONDITIONS/],
  ['VERIFY_PROFILE', {}, /Applications cannot start VERIFY_PROFILE/],
  [
    'UPDATE_PASSWORD',
    { requiredActions: [{ alias: 'UPDATE_PASSWORD', enabled: false }] },
    /UPDATE_PASSWORD is disabled in realm r\. How to fix it: Set enabled/,
  ],
] satisfies [string, Partial<RealmRepresentation>, RegExp][])
  test(`Keycloak kc_action: ${action}, which cannot run, answers error, and Activity says why: ${why.source}`, () =>
    withLogin(async ({ activity }, browser) => {
      const page = await browser.open(`kc_action=${action}`);
      const id = activity.list({}).records[0]?.id ?? '';
      const notes = activity
        .find(id, { reveal: false })
        ?.decisions.filter(({ rule }) => rule === 'check-action');
      assert.match(JSON.stringify(notes), new RegExp(why.source.replaceAll('"', '\\\\"')));
      const answer = await browser.signIn(page, 'alice', 'alice-password');
      assert.deepEqual(outcomeOf(answer), [action, 'error']);
    }, realm));

test('Keycloak kc_action: an action that the user must complete anyway cannot be cancelled', () =>
  withLogin(async ({ store }, browser) => {
    await store.users.update('r-id', 'alice-id', (user) => ({
      ...user,
      requiredActions: ['UPDATE_PASSWORD'],
    }));
    const page = await startAction(browser, 'UPDATE_PASSWORD');
    assert.doesNotMatch(page.text, /cancel-aia/);
    const form = formAction(page, PASSWORD_FORM);
    const again = await browser.post(form, { 'cancel-aia': 'true' });
    assert.match(again.text, /Please specify password\./);
    const answer = await browser.post(formAction(again, PASSWORD_FORM), NEW_PASSWORD);
    assert.deepEqual(outcomeOf(answer), ['UPDATE_PASSWORD', 'success']);
  }));

test('Keycloak kc_action: required actions come before the one that the application starts', () =>
  withLogin(async ({ store }, browser) => {
    await store.users.update('r-id', 'alice-id', (user) => ({
      ...user,
      requiredActions: ['TERMS_AND_CONDITIONS'],
    }));
    const terms = await startAction(browser, 'UPDATE_PASSWORD');
    const next = await browser.follow(
      await browser.post(formAction(terms, 'kc-terms-form'), { accept: 'true' }),
    );
    const answer = await browser.post(formAction(next, PASSWORD_FORM), NEW_PASSWORD);
    assert.deepEqual(outcomeOf(answer), ['UPDATE_PASSWORD', 'success']);
  }));

test('Keycloak kc_action: skip_if_exists skips CONFIGURE_TOTP only for a user who has an authenticator', () =>
  withLogin(async ({ store }, browser) => {
    const page = await startAction(browser, 'CONFIGURE_TOTP:skip_if_exists');
    assert.match(page.text, /id="kc-totp-settings-form"/);
    const [stored, alice] = [store.realms.find('r'), await store.users.find('r-id', 'alice-id')];
    assert.ok(stored !== undefined && alice !== undefined);
    const realm = viewRealm(stored);
    const withDevice = { ...alice, credentials: [{ type: 'otp' }] };
    const statusOf = (parameter: string, user: StoredUser) =>
      initiatedActionStatus(
        realm,
        { clientId: 'shop', action: { name: 'CONFIGURE_TOTP', parameter } },
        {},
        user,
      );
    assert.equal(statusOf('skip_if_exists', withDevice), 'success');
    assert.equal(statusOf('skip_if_exists', alice), undefined);
    assert.equal(statusOf('', withDevice), undefined);
  }));

test('OIDC Core §3.1.2.6: kc_action with prompt=none is refused with interaction_required if a page would be needed', () =>
  withLogin(async (_fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const passive = (action: string) => browser.open(`prompt=none&kc_action=${action}`);
    assert.equal((await passive('UPDATE_PASSWORD')).leadsTo['error'], 'interaction_required');
    assert.deepEqual(outcomeOf(await passive('NO_SUCH_ACTION')), ['NO_SUCH_ACTION', 'error']);
  }));

test('a form of another action than the one that the application started has no effect', () =>
  withLogin(async (_fixture, browser) => {
    const page = await startAction(browser, 'UPDATE_PASSWORD');
    const other = formAction(page, PASSWORD_FORM).replace('UPDATE_PASSWORD', 'UPDATE_PROFILE');
    assert.match((await browser.post(other, { 'cancel-aia': 'true' })).text, /Page has expired/);
  }));
