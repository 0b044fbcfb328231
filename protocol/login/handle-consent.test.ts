import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, TestBrowser, type TestPage } from './testing/browser.ts';
import { type LoginFixture, startLogin } from './testing/made-up-protocol.ts';

async function withLogin(run: (fixture: LoginFixture, browser: TestBrowser) => Promise<void>): Promise<void> {
  const fixture = await startLogin();
  try {
    await run(fixture, new TestBrowser(fixture.baseUrl));
  } finally {
    await fixture.close();
  }
}

/** Signs alice in for client `asking`; returns the consent page. */
async function openConsent(browser: TestBrowser, query = ''): Promise<TestPage> {
  const answer = await browser.signIn(
    await browser.open(`client_id=asking&${query}`),
    'alice',
    'alice-password',
  );
  assert.equal(answer.status, 302);
  return browser.follow(answer);
}

const accept = (browser: TestBrowser, page: TestPage) =>
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
    assert.equal(await browser.session(), null);
    assert.deepEqual(await consentsOf(fixture), []);
    const answer = await accept(browser, page);
    assert.equal(answer.leadsTo['user'], 'alice');
    assert.equal(answer.leadsTo['interactive'], 'true');
    assert.equal(answer.leadsTo['state'], 's');
    assert.deepEqual([...(await consentsOf(fixture))].sort(), ['email', 'profile', 'roles']);
  }));

test('OIDC Core §3.1.2.4: granted scopes are not requested again, except with prompt=consent', () =>
  withLogin(async (_fixture, browser) => {
    await accept(browser, await openConsent(browser));
    assert.equal((await browser.open('client_id=asking')).leadsTo['user'], 'alice');
    const again = await browser.open('client_id=asking&consent');
    assert.match(again.text, /User profile/);
    assert.equal((await accept(browser, again)).leadsTo['interactive'], 'false');
  }));

test('OIDC Core §3.1.2.6: answering No returns access_denied to the client and stores nothing', () =>
  withLogin(async (fixture, browser) => {
    const page = await openConsent(browser, 'state=s');
    const answer = await browser.post(formAction(page, 'understudy-consent'), { cancel: 'No' });
    assert.deepEqual(answer.leadsTo, { error: 'access_denied', error_description: '', state: 's' });
    assert.deepEqual(await consentsOf(fixture), []);
    assert.equal(await browser.session(), null);
    assert.equal((await accept(browser, page)).status, 400);
  }));

test('OIDC Core §3.1.2.6: prompt=none is refused with interaction_required while consent is missing', () =>
  withLogin(async (_fixture, browser) => {
    await browser.signIn(await browser.open(), 'alice', 'alice-password');
    const answer = await browser.open('client_id=asking&passive');
    assert.equal(answer.leadsTo['error'], 'interaction_required');
    assert.equal((await browser.open('client_id=plain&passive')).leadsTo['user'], 'alice');
  }));

test('a consent form of another browser, an old form and a form without an answer grant nothing', () =>
  withLogin(async (fixture, browser) => {
    const page = await openConsent(browser);
    const action = formAction(page, 'understudy-consent');
    assert.equal((await new TestBrowser(fixture.baseUrl).post(action, { accept: 'Yes' })).status, 400);
    const again = await browser.post(action, {});
    assert.match(again.text, /Do you grant/);
    assert.match((await browser.post(action, { accept: 'Yes' })).text, /Page has expired/);
    assert.deepEqual(await consentsOf(fixture), []);
    assert.equal((await accept(browser, again)).leadsTo['user'], 'alice');
  }));

test('a consent form sent before authentication signs nobody in', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open('client_id=asking');
    const action = formAction(page).replace('/authenticate?', '/consent?');
    assert.match((await browser.post(action, { accept: 'Yes' })).text, /id="kc-form-login"/);
    assert.equal(await browser.session(), null);
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
    assert.equal(answers.filter((answer) => answer.leadsTo['user'] === 'alice').length, 1);
  }));
