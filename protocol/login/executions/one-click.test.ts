import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, TestBrowser } from '../testing/browser.ts';
import { type LoginFixture, startLogin } from '../testing/made-up-protocol.ts';

const ALLOWED = { attributes: { 'understudy.oneClickSignIn': 'true' } };
const REFUSED = /One-click sign-in is not possible for this user\./;

async function withLogin(
  changes: Parameters<typeof startLogin>[0],
  run: (fixture: LoginFixture, browser: TestBrowser) => Promise<void>,
): Promise<void> {
  const fixture = await startLogin(changes);
  try {
    await run(fixture, new TestBrowser(fixture.baseUrl));
  } finally {
    await fixture.close();
  }
}

test('one click signs a named user in, interactively like a password', () =>
  withLogin(ALLOWED, async (_fixture, browser) => {
    const page = await browser.open();
    assert.match(page.text, /value="alice-id"/);
    assert.doesNotMatch(page.text, /value="dora-id"|value="nora-id"/);
    const answer = await browser.post(formAction(page, 'understudy-one-click'), { user_id: 'alice-id' });
    assert.equal(answer.leadsTo['user'], 'alice');
    assert.equal(answer.leadsTo['interactive'], 'true');
  }));

test('a realm that does not allow it lists no users and rejects a forged form', () =>
  withLogin({}, async (_fixture, browser) => {
    const page = await browser.open();
    assert.doesNotMatch(page.text, /understudy-one-click|alice-id/);
    const action = formAction(page).replace('execution=username-password', 'execution=one-click');
    const answer = await browser.post(action, { user_id: 'alice-id' });
    assert.equal(answer.status, 200);
    assert.match(answer.text, REFUSED);
    assert.equal(await browser.session(), null);
  }));

test('users who are disabled, without a password, unknown or of another realm are rejected', () =>
  withLogin(ALLOWED, async (_fixture, browser) => {
    for (const userId of ['dora-id', 'nora-id', 'nobody', '', '__proto__']) {
      const action = formAction(await browser.open(), 'understudy-one-click');
      assert.match((await browser.post(action, { user_id: userId })).text, REFUSED, userId);
    }
    assert.equal(await browser.session(), null);
  }));

test('one click is bound to the browser, like the password form', () =>
  withLogin(ALLOWED, async (fixture, browser) => {
    const action = formAction(await browser.open(), 'understudy-one-click');
    const stranger = new TestBrowser(fixture.baseUrl);
    assert.equal((await stranger.post(action, { user_id: 'alice-id' })).status, 400);
    await browser.post(action, { user_id: 'nobody' });
    assert.match((await browser.post(action, { user_id: 'alice-id' })).text, /Page has expired/);
    assert.equal(await browser.session(), null);
  }));

test('a known user who must reauthenticate sees only their own name', () =>
  withLogin(ALLOWED, async (_fixture, browser) => {
    const page = await browser.open();
    await browser.post(formAction(page, 'understudy-one-click'), { user_id: 'bob-id' });
    const again = await browser.open('force');
    assert.match(again.text, /value="bob-id"/);
    assert.doesNotMatch(again.text, /value="alice-id"/);
  }));
