import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { formAction, linkTarget, type TestPage } from '../testing/browser.ts';
import { flowMembers } from '../testing/flows.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import { type LoginFixture, withLogin } from '../testing/login-fixture.ts';

const FORM = 'kc-otp-reset-form';
const { browserFlow: resetCredentialsFlow, ...FLOWS } = flowMembers([
  'reset-credentials-choose-user REQUIRED',
  'reset-otp REQUIRED action_on_otp_reset_flag=Remove one',
]);
const device = (id: string) => ({ id, type: 'otp', secretData: '{"value":"s"}', credentialData: '{}' });

/** Alice has devices `a` and `b`, Bob has `c`; Alice is asked which one she lost. */
function atChoice(
  use: (fixture: LoginFixture, browser: LoginBrowser, page: TestPage) => Promise<void>,
): Promise<void> {
  const users = [
    { id: 'alice-id', username: 'alice', credentials: [device('a'), device('b')] },
    { id: 'bob-id', username: 'bob', credentials: [device('c')] },
  ];
  const members = { resetPasswordAllowed: true, ...FLOWS, resetCredentialsFlow, users };
  return withLogin(
    async (fixture, browser) => {
      const page = await browser.get(linkTarget(await browser.open(), 'kc-forgot-password'));
      const form = formAction(page, 'kc-reset-password-form');
      await use(fixture, browser, await browser.follow(await browser.post(form, { username: 'alice' })));
    },
    members as Partial<RealmRepresentation>,
  );
}

async function idsOf({ store }: LoginFixture, user: string): Promise<readonly unknown[]> {
  return ((await store.users.find('r-id', user))?.credentials ?? []).map(({ id }) => id);
}

test('Keycloak reset-otp: the chosen device is removed, and Activity names it', () =>
  atChoice(async (fixture, browser, page) => {
    const next = await browser.follow(
      await browser.post(formAction(page, FORM), { selectedCredentialId: 'b' }),
    );
    assert.match(next.text, /id="kc-totp-settings-form"/);
    assert.deepEqual(await idsOf(fixture, 'alice-id'), ['a']);
    const { records } = fixture.activity.list();
    const decisions = records.flatMap(
      ({ id }) => fixture.activity.find(id, { reveal: false })?.decisions ?? [],
    );
    assert.ok(decisions.some(({ rule, detail }) => rule === 'reset-otp' && /alice/.test(detail ?? '')));
  }));

test('refused: no choice, the device of another user, and markup; nothing is removed', () =>
  atChoice(async (fixture, browser, page) => {
    let shown = page;
    for (const selectedCredentialId of ['', 'c', '#0', '<script>', 'x'.repeat(10_000)]) {
      shown = await browser.follow(await browser.post(formAction(shown, FORM), { selectedCredentialId }));
      assert.equal(shown.status, 200);
      assert.match(shown.text, /role="alert"[^>]*>Please choose an authenticator\./);
      assert.doesNotMatch(shown.text, /<script/);
    }
    assert.deepEqual(await idsOf(fixture, 'alice-id'), ['a', 'b']);
    assert.deepEqual(await idsOf(fixture, 'bob-id'), ['c']);
  }));

test('refused: a form that is sent twice, and one from another browser; only one device is removed', () =>
  atChoice(async (fixture, browser, page) => {
    const action = formAction(page, FORM);
    const stranger = await fixture.browser().post(action, { selectedCredentialId: 'a' });
    assert.equal(stranger.status, 400);
    await browser.post(action, { selectedCredentialId: 'a' });
    const again = await browser.post(action, { selectedCredentialId: 'b' });
    assert.match(again.text, /Page has expired/);
    assert.deepEqual(await idsOf(fixture, 'alice-id'), ['b']);
  }));
