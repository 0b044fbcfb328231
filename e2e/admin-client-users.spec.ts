import { expect, test } from '@playwright/test';
import { openAdminClient, type RecordedClient, refusal } from './support/admin-client.ts';
import { startServer, type TestServer } from './support/server.ts';

test.describe.configure({ mode: 'serial' });

let server: TestServer;
let recorded: RecordedClient;
let users: RecordedClient['client']['users'];
let id = '';

const OTP = {
  type: 'otp',
  userLabel: 'phone',
  secretData: JSON.stringify({ value: 'secret' }),
  credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }),
};

test.beforeAll(async () => {
  server = await startServer();
  recorded = await openAdminClient(server, 'people', {
    clients: [{ clientId: 'web', publicClient: true, directAccessGrantsEnabled: true }],
    groups: [{ name: 'staff', subGroups: [{ name: 'night' }] }],
    roles: { realm: [{ name: 'tester' }], client: { web: [{ name: 'editor' }] } },
    identityProviders: [{ alias: 'hub', providerId: 'github' }],
  });
  users = recorded.record(recorded.client.users);
});
test.afterAll(async () => {
  await server.stop();
});

async function webId(): Promise<string> {
  const [web] = await recorded.client.clients.find({ clientId: 'web' });
  return web?.id ?? '';
}

/** Signs in by the password grant; gives the status and the session's user. */
async function signIn(password: string): Promise<number> {
  const { status } = await fetch(`${server.url}/realms/people/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'web', username: 'mia', password }),
  });
  return status;
}

test('the admin client creates a user with everything that Keycloak takes over', async () => {
  ({ id } = await users.create({
    username: 'Mia',
    email: 'Mia@example.test',
    attributes: { team: ['red'] },
    requiredActions: ['VERIFY_EMAIL'],
    groups: ['/staff'],
    realmRoles: ['tester'],
    credentials: [{ type: 'password', value: 'first-password' }, OTP],
    federatedIdentities: [{ identityProvider: 'hub', userId: '1', userName: 'mia' }],
  }));
  expect(await users.findOne({ id })).toMatchObject({
    username: 'mia',
    email: 'mia@example.test',
    requiredActions: ['VERIFY_EMAIL'],
    attributes: { team: ['red'] },
    totp: true,
  });
  expect((await users.listRealmRoleMappings({ id })).map(({ name }) => name)).toEqual([
    'default-roles-people',
  ]);
  expect((await users.listGroups({ id })).map(({ path }) => path)).toEqual(['/staff']);
  expect(await users.findOne({ id: 'none' })).toBeNull();
  expect(await refusal(() => users.create({ username: 'mia' }))).toMatchObject({ status: 409 });
});

test('the admin client searches and counts by field, text and attribute, in pages', async () => {
  await users.create({ username: 'max', firstName: 'Max', enabled: false });
  const names = async (query: Parameters<typeof users.find>[0]) =>
    (await users.find(query)).map(({ username }) => username);
  expect(await names({ q: 'team:red' })).toEqual(['mia']);
  expect(await names({ search: 'ma' })).toEqual(['max']);
  expect(await names({ username: 'm', exact: true })).toEqual([]);
  expect(await names({ first: 1, max: 1 })).toEqual(['mia']);
  expect(await users.count({ q: 'team:red' })).toBe(1);
  expect(await users.count({ search: 'ma' })).toBe(1);
  expect(await users.count()).toBe(2);
});

test('the admin client changes a user and the password, and the user signs in', async () => {
  await users.update({ id }, { firstName: 'Mia', requiredActions: [] });
  expect(await users.findOne({ id })).toMatchObject({ firstName: 'Mia', requiredActions: [] });
  await users.resetPassword({ id, credential: { type: 'password', value: 'other-password' } });
  expect(await signIn('first-password')).toBe(400);
  const credentials = await users.getCredentials({ id });
  expect(credentials.map(({ type }) => type).toSorted()).toEqual(['otp', 'password']);
  const otp = credentials.find(({ type }) => type === 'otp')?.id ?? '';
  const password = credentials.find(({ type }) => type === 'password')?.id ?? '';
  await users.moveCredentialPositionUp({ id, credentialId: otp });
  expect((await users.getCredentials({ id }))[0]?.id).toBe(otp);
  await users.moveCredentialPositionDown({ id, credentialId: otp, newPreviousCredentialId: password });
  expect((await users.getCredentials({ id }))[0]?.id).toBe(password);
  await users.updateCredentialLabel({ id, credentialId: otp }, 'tablet');
  expect((await users.getCredentials({ id }))[1]?.userLabel).toBe('tablet');
  await users.deleteCredential({ id, credentialId: otp });
  expect(await signIn('other-password')).toBe(200);
  expect(await users.getUserStorageCredentialTypes({ id })).toEqual([]);
  expect((await refusal(() => users.deleteCredential({ id, credentialId: otp }))).status).toBe(404);
});

test('the admin client lists and ends sessions', async () => {
  const clientId = await webId();
  expect(await users.listSessions({ id })).toMatchObject([{ username: 'mia' }]);
  expect(await users.listOfflineSessions({ id, clientId })).toEqual([]);
  await users.logout({ id });
  expect(await users.listSessions({ id })).toEqual([]);
  const impersonated = (await users.impersonation({ id }, { user: id, realm: 'people' })) as object;
  expect(impersonated).toEqual({ sameRealm: false, redirect: `${server.url}/realms/people/account` });
  expect(await users.listSessions({ id })).toMatchObject([{ username: 'mia' }]);
  expect(await users.listConsents({ id })).toEqual([]);
  expect((await refusal(() => users.revokeConsent({ id, clientId: 'web' }))).status).toBe(404);
});

test('the admin client assigns and removes roles of the realm and of clients', async () => {
  const clientUniqueId = await webId();
  const tester = await recorded.client.roles.findOneByName({ name: 'tester' });
  const editor = await recorded.client.clients.findRole({ id: clientUniqueId, roleName: 'editor' });
  const realmRole = { id: tester?.id ?? '', name: 'tester' };
  const clientRole = { id: editor?.id ?? '', name: 'editor' };
  const has = (list: readonly { name?: string }[], name: string) => list.some((role) => role.name === name);
  expect(has(await users.listAvailableRealmRoleMappings({ id }), 'tester')).toBe(true);
  await users.addRealmRoleMappings({ id, roles: [realmRole] });
  expect(has(await users.listRealmRoleMappings({ id }), 'tester')).toBe(true);
  expect(has(await users.listCompositeRealmRoleMappings({ id }), 'offline_access')).toBe(true);
  expect(has(await users.listAvailableClientRoleMappings({ id, clientUniqueId }), 'editor')).toBe(true);
  await users.addClientRoleMappings({ id, clientUniqueId, roles: [clientRole] });
  expect(has(await users.listClientRoleMappings({ id, clientUniqueId }), 'editor')).toBe(true);
  expect(has(await users.listCompositeClientRoleMappings({ id, clientUniqueId }), 'editor')).toBe(true);
  expect(await users.listRoleMappings({ id })).toMatchObject({
    clientMappings: { web: { mappings: [{ name: 'editor' }] } },
  });
  await users.delClientRoleMappings({ id, clientUniqueId, roles: [clientRole] });
  await users.delRealmRoleMappings({ id, roles: [realmRole] });
  expect(has(await users.listRealmRoleMappings({ id }), 'tester')).toBe(false);
  expect(await users.listClientRoleMappings({ id, clientUniqueId })).toEqual([]);
  const wrong = [{ id: 'none', name: 'none' }];
  expect((await refusal(() => users.addRealmRoleMappings({ id, roles: wrong }))).status).toBe(404);
});

test('the admin client changes memberships and links', async () => {
  const [group] = await recorded.client.groups.find({ search: 'night' });
  const groupId = group?.subGroups?.[0]?.id ?? '';
  await users.addToGroup({ id, groupId });
  expect(await users.countGroups({ id })).toEqual({ count: 2 });
  expect(await users.countGroups({ id, search: 'night' })).toEqual({ count: 1 });
  await users.delFromGroup({ id, groupId });
  expect(await users.countGroups({ id })).toEqual({ count: 1 });
  expect((await refusal(() => users.addToGroup({ id, groupId: 'none' }))).status).toBe(404);
  const link = { id, federatedIdentityId: 'hub' };
  expect(await users.listFederatedIdentities({ id })).toMatchObject([{ identityProvider: 'hub' }]);
  await users.delFromFederatedIdentity(link);
  await users.addToFederatedIdentity({
    ...link,
    federatedIdentity: { identityProvider: 'hub', userId: '2', userName: 'mia2' },
  });
  expect(await users.listFederatedIdentities({ id })).toMatchObject([{ userId: '2' }]);
});

test('the admin client reads and writes the user profile', async () => {
  const profile = await users.getProfile();
  expect((await users.getProfileMetadata()).attributes?.map(({ name }) => name)).toContain('email');
  const changed = { ...profile, unmanagedAttributePolicy: 'ADMIN_EDIT' as const };
  await users.updateProfile(changed as never);
  expect(await users.getProfile()).toEqual(changed);
  expect(await users.getUnmanagedAttributes({ id })).toEqual({ team: ['red'] });
  expect((await refusal(() => users.updateProfile({ attributes: [] }))).status).toBe(400);
});

test('the admin client sends links to a user', async () => {
  expect(await users.executeActionsEmail({ id, actions: ['UPDATE_PASSWORD'] })).toBeFalsy();
  expect(await users.sendVerifyEmail({ id })).toBeFalsy();
  const unknown = await refusal(() => users.sendVerifyEmail({ id: 'x' }));
  expect(unknown.status).toBe(404);
});

test('what needs a directory or verifiable credentials is refused with the reason', async () => {
  const { client } = recorded;
  const ofWallets = Object.keys(client.users).filter((name) => name.includes('Verifiable'));
  expect(ofWallets.length).toBeGreaterThan(5);
  await recorded.expectUnsupported(client.users, ofWallets, /OID4VCI/);
  const ofDirectories = Object.keys(client.userStorageProvider).filter((name) => !name.startsWith('make'));
  await recorded.expectUnsupported(client.userStorageProvider, ofDirectories, /no external directories/);
  await recorded.expectAbsent(client.users, ['removeTotp']);
});

test('the admin client reads and clears what was counted of failed sign-ins', async () => {
  const attacks = recorded.record(recorded.client.attackDetection);
  await recorded.client.realms.update({ realm: 'people' }, { bruteForceProtected: true, failureFactor: 1 });
  expect(await signIn('wrong')).toBe(400);
  expect(await attacks.findOne({ id })).toMatchObject({ numFailures: 1, disabled: true });
  await attacks.del({ id });
  expect(await attacks.findOne({ id })).toMatchObject({ numFailures: 0, disabled: false });
  await signIn('wrong');
  await attacks.delAll();
  expect(await signIn('other-password')).toBe(200);
});

test('the admin client clears caches and reads what the server and the caller are', async () => {
  const cache = recorded.record(recorded.client.cache);
  for (const clear of ['clearUserCache', 'clearKeysCache', 'clearCrlCache', 'clearRealmCache'] as const)
    expect(await cache[clear]()).toBe('');
  const info = recorded.record(recorded.client.serverInfo);
  const { systemInfo, profileInfo } = await info.find();
  expect(systemInfo?.version).toMatch(/^26\./);
  expect(profileInfo?.disabledFeatures).toContain('AUTHORIZATION');
  const texts = { realm: 'people', themeType: 'login', locale: 'en' };
  expect(await refusal(() => info.findEffectiveMessageBundles(texts))).toMatchObject({
    status: 501,
    text: expect.stringContaining('texts of a realm are below /localization'),
  });
  const whoAmI = recorded.record(recorded.client.whoAmI);
  expect((await refusal(() => whoAmI.find({ currentRealm: 'people' }))).status).toBe(401);
  recorded.client.setConfig({ realmName: 'master' });
  const caller = await whoAmI.find({ currentRealm: 'people' });
  expect(caller).toMatchObject({ realm: 'master', displayName: 'admin', createRealm: true });
  expect(Object.keys(caller.realm_access)).toEqual(['people']);
  recorded.client.setConfig({ realmName: 'people' });
});

test('the admin client removes the user', async () => {
  await users.del({ id });
  expect(await users.findOne({ id })).toBeNull();
  expect((await refusal(() => users.del({ id }))).status).toBe(404);
});

test('every method of the admin client for users, the server and the caller is called', () => {
  const { client } = recorded;
  for (const resource of [
    client.users,
    client.userStorageProvider,
    client.attackDetection,
    client.cache,
    client.serverInfo,
    client.whoAmI,
  ])
    recorded.expectAllCalled(resource);
});
