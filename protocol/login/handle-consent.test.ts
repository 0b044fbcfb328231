import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, type TestPage } from './testing/browser.ts';
import type { LoginBrowser } from './testing/login-browser.ts';
import { type LoginFixture, withLogin } from './testing/login-fixture.ts';

/** Signs alice in for client `asking`; returns the consent page. */
async function openConsent(browser: LoginBrowser, query = ''): Promise<TestPage> {
  const answer = await browser.signIn(
    await browser.open(`client_id=asking&${query}`),
    'alice',
    'alice-password',
  );
  assert.equal(answer.status, 302);
  return browser.follow(answer);
}

const accept = (browser: LoginBrowser, page: TestPage) =>
  browser.post(formAction(page, 'understudy-consent'), { accept: 'Yes' });

async function consentsOf(fixture: LoginFixture): Promise<readonly string[]> {
  const user = await fixture.store.users.find('r-id', 'alice-id');
  return user?.clientConsents?.flatMap((consent) => consent.grantedClientScopes ?? []) ?? [];
}

test('OIDC Core §3.1.2.4: a client that requires consent gets no answer before the user grants it', () =>
  withLogin(async (fixture, browser) => {
    const page = await openConsent(browser, 'state=s');
    assert.equal(page.status, 200);
    assert.match(page.text, /Do you grant these access privileges\?/);
    assert.equal(await browser.isSignedIn(), false);
    assert.deepEqual(await consentsOf(fixture), []);
    const answer = await accept(browser, page);
    const { preferred_username, acr } = await browser.idToken(answer);
    assert.equal(preferred_username, 'alice');
    assert.equal(acr, '1');
    assert.equal(answer.leadsTo['state'], 's');
    assert.deepEqual([...(await consentsOf(fixture))].sort(), ['email', 'profile', 'roles']);
  }));

test('OIDC Core §3.1.2.4: granted scopes are not requested again, except with prompt=consent', () =>
  withLogin(async (_fixture, browser) => {
    await accept(browser, await openConsent(browser));
    assert.equal(await browser.usernameOf(await browser.open('client_id=asking')), 'alice');
    const again = await browser.open('client_id=asking&prompt=consent');
    assert.match(again.text, /User profile/);
    assert.equal((await browser.idToken(await accept(browser, again))).acr, '0');
  }));

test('OIDC Core §3.1.2.6: answering No returns access_denied to the client and stores nothing', () =>
  withLogin(async (fixture, browser) => {
    const page = await openConsent(browser, 'state=s');
    const answer = await browser.post(formAction(page, 'understudy-consent'), { cancel: 'No' });
    const iss = `${fixture.baseUrl}/realms/r`;
    assert.deepEqual(answer.leadsTo, { error: 'access_denied', state: 's', iss });
    assert.deepEqual(await consentsOf(fixture), []);
    assert.equal(await browser.isSignedIn(), false);
    assert.equal((await accept(browser, page)).status, 400);
  }));

test('OIDC Core §3.1.2.6: prompt=none is refused with interaction_required while consent is missing', () =>
  withLogin(async (_fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const answer = await browser.open('client_id=asking&prompt=none');
    assert.equal(answer.leadsTo['error'], 'interaction_required');
    assert.equal(await browser.usernameOf(await browser.open('client_id=plain&prompt=none')), 'alice');
  }));

test('a consent form of another browser, an old form and a form without an answer grant nothing', () =>
  withLogin(async (fixture, browser) => {
    const page = await openConsent(browser);
    const action = formAction(page, 'understudy-consent');
    assert.equal((await fixture.browser().post(action, { accept: 'Yes' })).status, 400);
    const again = await browser.post(action, {});
    assert.match(again.text, /Do you grant/);
    assert.match((await browser.post(action, { accept: 'Yes' })).text, /Page has expired/);
    assert.deepEqual(await consentsOf(fixture), []);
    assert.equal(await browser.usernameOf(await accept(browser, again)), 'alice');
  }));

test('a consent form sent before authentication signs nobody in', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open('client_id=asking');
    const action = formAction(page).replace('/authenticate?', '/consent?');
    assert.match((await browser.post(action, { accept: 'Yes' })).text, /id="kc-form-login"/);
    assert.equal(await browser.isSignedIn(), false);
  }));

test('credentials sent to the consent page do not change the consenting user', () =>
  withLogin(async (_fixture, browser) => {
    const page = await openConsent(browser);
    const action = `${formAction(page, 'understudy-consent').replace('/consent?', '/authenticate?')}&execution=username-password`;
    const answer = await browser.post(action, { username: 'bob', password: 'bob-password' });
    assert.match(answer.text, /Page has expired/);
  }));

test('of two consent forms sent at once, one is processed', () =>
  withLogin(async (_fixture, browser) => {
    const page = await openConsent(browser);
    const answers = await Promise.all([accept(browser, page), accept(browser, page)]);
    assert.equal(answers.filter(({ leadsTo }) => 'code' in leadsTo).length, 1);
  }));
