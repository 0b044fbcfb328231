import { expect, test } from '@playwright/test';
import { openAdminClient, type RecordedClient, refusal } from './support/admin-client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { formAction, PlainBrowser } from './support/sign-in.ts';

test.describe.configure({ mode: 'serial' });

const realm = 'works';
let server: TestServer;
let recorded: RecordedClient;
let realms: RecordedClient['client']['realms'];

test.beforeAll(async () => {
  server = await startServer();
  recorded = await openAdminClient(server, realm, {
    groups: [{ name: 'staff', subGroups: [{ name: 'night' }] }],
    clients: [
      {
        clientId: 'web',
        publicClient: true,
        directAccessGrantsEnabled: true,
        redirectUris: ['http://app.test/*'],
      },
      { clientId: 'job', secret: 'job-secret', serviceAccountsEnabled: true },
    ],
    users: [{ username: 'mia', enabled: true, credentials: [{ type: 'password', value: 'mia-password' }] }],
  });
  realms = recorded.record(recorded.client.realms);
});
test.afterAll(async () => {
  await server.stop();
});

async function signIn(): Promise<void> {
  const { status } = await fetch(`${server.url}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'web',
      username: 'mia',
      password: 'mia-password',
    }),
  });
  expect(status).toBe(200);
}

const sessions = async () => {
  const [mia] = await recorded.client.users.find({ username: 'mia' });
  return recorded.client.users.listSessions({ id: mia?.id ?? '' });
};

test('the admin client creates, finds, changes and removes a realm', async () => {
  await realms.create({ realm: 'short-lived', enabled: true, displayName: 'Short' });
  expect((await realms.find()).map((each) => each.realm)).toContain('short-lived');
  await realms.update({ realm: 'short-lived' }, { accessTokenLifespan: 60 });
  expect(await realms.findOne({ realm: 'short-lived' })).toMatchObject({
    displayName: 'Short',
    accessTokenLifespan: 60,
  });
  expect((await refusal(() => realms.create({ realm: 'short-lived' }))).status).toBe(409);
  await realms.del({ realm: 'short-lived' });
  expect(await realms.findOne({ realm: 'short-lived' })).toBeNull();
  expect((await refusal(() => realms.del({ realm: 'master' }))).status).toBe(400);
});

test('the admin client imports parts of a realm and exports it', async () => {
  const rep = { ifResourceExists: 'SKIP' as const, users: [{ username: 'mia' }, { username: 'max' }] };
  expect(await realms.partialImport({ realm, rep })).toMatchObject({ added: 1, skipped: 1, overwritten: 0 });
  const failing = { ...rep, ifResourceExists: 'FAIL' as const };
  expect((await refusal(() => realms.partialImport({ realm, rep: failing }))).status).toBe(409);
  const exported = await realms.export({ realm, exportClients: true, exportGroupsAndRoles: true });
  expect(exported.groups?.map(({ name }) => name)).toEqual(['staff']);
  expect(exported.clients?.map(({ clientId }) => clientId)).toContain('web');
  expect((await realms.export({ realm })).groups).toBeUndefined();
});

test('the admin client changes the default groups of new users', async () => {
  const night = await realms.getGroupByPath({ realm, path: 'staff/night' });
  const id = night.id ?? '';
  await realms.addDefaultGroup({ realm, id });
  expect((await realms.getDefaultGroups({ realm })).map(({ path }) => path)).toEqual(['/staff/night']);
  const user = await recorded.client.users.create({ username: 'new', enabled: true });
  expect((await recorded.client.users.listGroups({ id: user.id })).map(({ path }) => path)).toEqual([
    '/staff/night',
  ]);
  await realms.removeDefaultGroup({ realm, id });
  expect(await realms.getDefaultGroups({ realm })).toEqual([]);
  expect((await refusal(() => realms.getGroupByPath({ realm, path: 'none' }))).status).toBe(404);
});

test('the admin client creates and removes initial access tokens', async () => {
  const made = await realms.createClientsInitialAccess({ realm }, { count: 2, expiration: 60 });
  expect(made).toMatchObject({ count: 2, remainingCount: 2 });
  expect((await realms.getClientsInitialAccess({ realm })).map(({ id }) => id)).toEqual([made.id]);
  await realms.delClientsInitialAccess({ realm, id: made.id ?? '' });
  expect(await realms.getClientsInitialAccess({ realm })).toEqual([]);
  const providers = await realms.getClientRegistrationPolicyProviders({ realm });
  expect(providers.map(({ id }) => id)).toContain('trusted-hosts');
});

test('the admin client ends sessions one by one and all at once', async () => {
  await signIn();
  const [first] = await sessions();
  const stats = await realms.getClientSessionStats({ realm });
  expect(stats).toMatchObject([{ clientId: 'web', active: '1' }]);
  await realms.removeSession({ realm, sessionId: first?.id ?? '' });
  expect(await sessions()).toEqual([]);
  expect(await realms.removeSession({ realm, sessionId: 'none' })).toBeNull();
  await signIn();
  const [second] = await sessions();
  await realms.deleteSession({ realm, session: second?.id ?? '', isOffline: false });
  expect(await sessions()).toEqual([]);
  await signIn();
  await realms.logoutAll({ realm });
  expect(await sessions()).toEqual([]);
  expect(await realms.pushRevocation({ realm })).toEqual({});
});

const tokenRequest = (form: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(`${server.url}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'web', ...form }),
  });

/** Signs in with the form, after a wrong password; resolves to the code. */
async function signInWithForm(): Promise<string> {
  const browser = new PlainBrowser();
  const query = new URLSearchParams({
    client_id: 'web',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'http://app.test/callback',
  });
  const url = `${server.url}/realms/${realm}/protocol/openid-connect/auth?${query}`;
  let answer = await browser.request(url);
  for (const password of ['wrong', 'mia-password'])
    answer = await browser.request(formAction(await answer.text(), 'kc-form-login'), {
      method: 'POST',
      body: new URLSearchParams({ username: 'mia', password }),
    });
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

test('the admin client configures events, and finds and clears those of real flows', async () => {
  expect(await realms.getConfigEvents({ realm })).toMatchObject({ eventsEnabled: false });
  const enabledEventTypes = [
    'LOGIN',
    'LOGIN_ERROR',
    'CODE_TO_TOKEN',
    'REFRESH_TOKEN',
    'CLIENT_LOGIN',
    'LOGOUT',
  ];
  await realms.updateConfigEvents(
    { realm },
    { eventsEnabled: true, enabledEventTypes, eventsExpiration: 3600 },
  );
  expect(await realms.getConfigEvents({ realm })).toMatchObject({
    eventsExpiration: 3600,
    enabledEventTypes,
  });
  const unknown = { eventsEnabled: true, enabledEventTypes: ['LOGON'] };
  expect(await refusal(() => realms.updateConfigEvents({ realm }, unknown))).toEqual({
    status: 400,
    text: expect.stringContaining('LOGON'),
  });
  const code = await signInWithForm();
  const redirect = { redirect_uri: 'http://app.test/callback' };
  const granted = await tokenRequest({ grant_type: 'authorization_code', code, ...redirect });
  const { refresh_token } = (await granted.json()) as { readonly refresh_token: string };
  await tokenRequest({ grant_type: 'refresh_token', refresh_token });
  const secret = { client_id: 'job', client_secret: 'job-secret' };
  await tokenRequest({ grant_type: 'client_credentials', ...secret });
  await fetch(`${server.url}/realms/${realm}/protocol/openid-connect/logout`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'web', refresh_token }),
  });
  const events = await realms.findEvents({ realm });
  expect(events.map(({ type }) => type).reverse()).toEqual([
    'LOGIN_ERROR',
    'LOGIN',
    'CODE_TO_TOKEN',
    'REFRESH_TOKEN',
    'CLIENT_LOGIN',
    'LOGOUT',
  ]);
  const [mia] = await recorded.client.users.find({ username: 'mia' });
  const ofMia = { realm, user: mia?.id ?? '', type: ['LOGIN' as const, 'LOGIN_ERROR' as const] };
  expect(await realms.findEvents({ ...ofMia, client: 'web', ipAddress: '127.0.0.1', max: 2 })).toMatchObject([
    { type: 'LOGIN', clientId: 'web', details: { username: 'mia', redirect_uri: redirect.redirect_uri } },
    { type: 'LOGIN_ERROR', error: 'invalid_user_credentials', details: { username: 'mia' } },
  ]);
  expect(
    new Set(events.filter(({ clientId }) => clientId === 'web').map(({ sessionId }) => sessionId)).size,
  ).toBe(2);
  await realms.clearEvents({ realm });
  expect(await realms.findEvents({ realm })).toEqual([]);
});

test('the admin client finds and clears the events of its own changes', async () => {
  await realms.updateConfigEvents({ realm }, { adminEventsEnabled: true, adminEventsDetailsEnabled: true });
  const { id } = await recorded.client.users.create({
    username: 'watched',
    credentials: [{ type: 'password', value: 'never-shown' }],
  });
  await recorded.client.users.del({ id });
  const path = { realm, resourcePath: 'users/*', resourceTypes: 'USER' };
  const events = await realms.findAdminEvents(path);
  expect(events).toMatchObject([
    { operationType: 'DELETE', resourceType: 'USER', resourcePath: `users/${id}` },
    { operationType: 'CREATE', resourceType: 'USER', resourcePath: `users/${id}` },
  ]);
  expect(events[1]?.representation).toContain('"watched"');
  expect(JSON.stringify(events)).not.toContain('never-shown');
  expect(await realms.findAdminEvents({ ...path, operationTypes: 'UPDATE' })).toEqual([]);
  await realms.clearAdminEvents({ realm });
  expect(await realms.findAdminEvents({ realm })).toEqual([]);
});

test('the admin client reads the keys of the realm', async () => {
  const { active, keys } = await realms.getKeys({ realm });
  expect(keys?.map(({ kid }) => kid)).toContain(active?.['RS256']);
});

test('the admin client keeps texts of the realm by language', async () => {
  expect(await realms.getRealmSpecificLocales({ realm })).toEqual([]);
  const text = { realm, selectedLocale: 'de', key: 'hello' };
  await realms.addLocalization(text, 'Grüß Gott');
  expect(await realms.getRealmSpecificLocales({ realm })).toEqual(['de']);
  expect(await realms.getRealmLocalizationTexts(text)).toEqual({ hello: 'Grüß Gott' });
  await realms.deleteRealmLocalizationTexts(text);
  expect(await realms.getRealmLocalizationTexts(text)).toEqual({});
  expect((await refusal(() => realms.deleteRealmLocalizationTexts(text))).status).toBe(404);
});

test('the admin client tries a mail server, which must be there', async () => {
  const refused = await refusal(() => realms.testSMTPConnection({ realm }, { from: 'idp@shop.test' }));
  expect(refused).toEqual({ status: 400, text: expect.stringContaining('no smtpServer.host') });
});

test('what needs a directory or permissions of its own is refused with the reason', async () => {
  for (const [work, reason] of [
    [() => realms.testLDAPConnection({ realm }, { action: 'testConnection' }), 'no external directories'],
    [() => realms.ldapServerCapabilities({ realm }, { action: 'queryServerCapabilities' }), 'no external'],
    [() => realms.getUsersManagementPermissions({ realm }), 'Feature not enabled'],
    [() => realms.updateUsersManagementPermissions({ realm, enabled: true }), 'Feature not enabled'],
  ] as const)
    expect(await refusal(work)).toEqual({ status: 501, text: expect.stringContaining(reason) });
});

test('every method of the admin client for realms is called', () => {
  recorded.expectAllCalled(recorded.client.realms);
});
