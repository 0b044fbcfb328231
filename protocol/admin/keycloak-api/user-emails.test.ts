import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { formAction, linkTarget } from '#protocol/login/testing/browser.ts';
import { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import { linksTo, newestLink } from '#protocol/login/testing/sent-links.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const SHOP = '/admin/realms/shop';
const MAIL = 'cara@example.test';
const created = await server.call('POST', `${SHOP}/users`, {
  body: {
    username: 'cara',
    email: MAIL,
    firstName: 'Cara',
    lastName: 'Example',
    enabled: true,
    credentials: [{ type: 'password', value: 'cara' }],
  },
});
assert.equal(created.status, 201);
const cara = await server.userId('cara');
const send = (path: string, body?: unknown) =>
  server.call<Record<string, string>>(
    'PUT',
    `${SHOP}/users/${cara}/${path}`,
    body === undefined ? {} : { body },
  );
const user = async () => (await server.call<Record<string, unknown>>('GET', `${SHOP}/users/${cara}`)).body;

test('Keycloak execute-actions-email: the link asks, then leads to the actions and back to the application', async () => {
  await server.call('POST', `${SHOP}/clients`, {
    body: { clientId: 'mailed', publicClient: true, redirectUris: ['http://mailed.test/*'] },
  });
  const query = new URLSearchParams({
    client_id: 'mailed',
    redirect_uri: 'http://mailed.test/done',
    lifespan: '600',
  });
  const { status } = await send(`execute-actions-email?${query}`, ['UPDATE_PASSWORD', 'VERIFY_EMAIL']);
  assert.equal(status, 204);
  const browser = new LoginBrowser(server.baseUrl);
  const question = await browser.get(await newestLink(server, MAIL));
  assert.match(question.text, /Perform the following action\(s\): <b>Update Password, Verify Email<\/b>/);
  const page = await browser.follow(await browser.get(linkTarget(question, 'proceedWithAction')));
  const fields = { 'password-new': 'brand-new', 'password-confirm': 'brand-new' };
  const done = await browser.post(formAction(page, 'kc-passwd-update-form'), fields);
  assert.match(done.text, /Your account has been updated\./);
  assert.equal(linkTarget(done, 'backToApplication'), 'http://mailed.test/done');
  assert.equal((await user())['emailVerified'], true);
  const again = await new LoginBrowser(server.baseUrl).get(await newestLink(server, MAIL));
  assert.equal(again.status, 400);
  assert.match(again.text, /Action expired/);
});

test('Keycloak execute-actions-email: actions that are not single-use can be repeated until the link expires', async () => {
  await send('execute-actions-email?lifespan=60', ['TERMS_AND_CONDITIONS']);
  for (const name of ['first', 'second']) {
    const browser = new LoginBrowser(server.baseUrl);
    const question = await browser.get(await newestLink(server, MAIL));
    const page = await browser.follow(await browser.get(linkTarget(question, 'proceedWithAction')));
    const done = await browser.post(formAction(page, 'kc-terms-form'), { accept: 'true' });
    assert.match(done.text, /Your account has been updated\./, name);
  }
  server.clock.setOffsetMs(60_000);
  const late = await new LoginBrowser(server.baseUrl).get(await newestLink(server, MAIL));
  assert.match(late.text, /Action expired\./);
  server.clock.setOffsetMs(0);
});

test('Keycloak execute-actions-email: declined terms end with a page, and change nothing', async () => {
  await send('execute-actions-email', ['TERMS_AND_CONDITIONS']);
  const browser = new LoginBrowser(server.baseUrl);
  const question = await browser.get(await newestLink(server, MAIL));
  const page = await browser.follow(await browser.get(linkTarget(question, 'proceedWithAction')));
  const done = await browser.post(formAction(page, 'kc-terms-form'), { cancel: 'true' });
  assert.deepEqual([done.status, /The action was not completed\./.test(done.text)], [400, true]);
});

test('Keycloak send-verify-email and reset-password-email send links', async () => {
  await server.call('PUT', `${SHOP}/users/${cara}`, { body: { emailVerified: false } });
  assert.equal((await send('send-verify-email')).status, 204);
  const browser = new LoginBrowser(server.baseUrl);
  const question = await browser.get(await newestLink(server, MAIL));
  assert.match(question.text, /Confirm validity of e-mail address cara@example\.test\./);
  const done = await browser.get(linkTarget(question, 'proceedWithAction'));
  assert.match(done.text, /Your email address has been verified\./);
  assert.equal((await user())['emailVerified'], true);
  assert.equal((await send('reset-password-email')).status, 204);
  assert.match(
    (await new LoginBrowser(server.baseUrl).get(await newestLink(server, MAIL))).text,
    /<b>Update Password<\/b>/,
  );
});

for (const [path, body, message] of [
  ['execute-actions-email?redirect_uri=http://mailed.test/', [], /^Client id missing/],
  ['execute-actions-email?client_id=nothing', [], /^Client doesn't exist/],
  ['execute-actions-email?client_id=mailed&redirect_uri=http://evil.test/', [], /^Invalid redirect uri/],
  ['execute-actions-email?client_id=mailed&redirect_uri=javascript:alert(1)', [], /^Invalid redirect uri/],
  ['execute-actions-email?lifespan=soon', [], /^lifespan must be a number/],
  ['execute-actions-email?lifespan=0', [], /^lifespan must be a number/],
  ['execute-actions-email?lifespan=-1', [], /^lifespan must be a number/],
  ['execute-actions-email', ['NO_SUCH_ACTION'], /^Provided invalid required actions: "NO_SUCH_ACTION"/],
  ['execute-actions-email', { actions: [] }, /^The body must be a JSON array/],
  ['execute-actions-email', [1], /^The body must be a JSON array/],
  ['execute-actions-email', undefined, /^The body must be a JSON array/],
  ['send-verify-email?client_id=nothing', undefined, /^Client doesn't exist/],
] as const)
  test(`bad input: ${path} with ${JSON.stringify(body)} is a 400 that names the fault`, async () => {
    const before = (await linksTo(server, MAIL)).length;
    const answer = await send(path, body);
    assert.equal(answer.status, 400);
    assert.match(answer.body['errorMessage'] ?? '', message);
    assert.equal((await linksTo(server, MAIL)).length, before);
  });

test('Keycloak: a user without an address and a disabled user get no message, an unknown user is 404', async () => {
  for (const [change, message] of [
    [{ email: '' }, 'User email missing'],
    [{ email: MAIL, enabled: false }, 'User is disabled'],
  ] as const) {
    await server.call('PUT', `${SHOP}/users/${cara}`, { body: change });
    const answer = await send('send-verify-email');
    assert.deepEqual([answer.status, answer.body['errorMessage']], [400, message]);
  }
  const unknown = await server.call('PUT', `${SHOP}/users/nobody/execute-actions-email`, { body: [] });
  assert.equal(unknown.status, 404);
});

test('Keycloak execute-actions-email: written in the user’s language or the realm’s, regardless of who sends it', async () => {
  const body = { username: 'gert', email: 'gert@example.test', enabled: true };
  await server.call('POST', `${SHOP}/users`, { body });
  const gert = await server.userId('gert');
  const subjects = async (headers: Record<string, string>): Promise<string | undefined> => {
    const path = `${SHOP}/users/${gert}/execute-actions-email`;
    const { status } = await server.call('PUT', path, { body: ['UPDATE_PASSWORD'], headers });
    assert.equal(status, 204);
    return (await server.mailbox.list(server.store.realms.find('shop')?.id ?? ''))[0]?.subject;
  };
  const english = { 'accept-language': 'en', cookie: 'KEYCLOAK_LOCALE=en' };
  const languages = {
    internationalizationEnabled: true,
    supportedLocales: ['en', 'de'],
    defaultLocale: 'de',
  };
  assert.equal(await subjects({ 'accept-language': 'de' }), 'Update your account');
  await server.call('PUT', SHOP, { body: languages });
  assert.equal(await subjects(english), 'Aktualisieren Sie Ihr Konto');
  await server.call('PUT', SHOP, { body: { defaultLocale: 'en' } });
  assert.equal(await subjects({ 'accept-language': 'de' }), 'Update your account');
  await server.store.users.update(server.store.realms.find('shop')?.id ?? '', gert, (current) => ({
    ...current,
    attributes: { ...current.attributes, locale: ['de'] },
  }));
  assert.equal(await subjects(english), 'Aktualisieren Sie Ihr Konto');
});
