import KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { expect, test } from '@playwright/test';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let admin: KeycloakAdminClient;

test.beforeAll(async () => {
  server = await startServer();
  admin = new KeycloakAdminClient({ baseUrl: server.url, realmName: 'master' });
  await admin.auth({ grantType: 'password', clientId: 'admin-cli', username: 'admin', password: 'admin' });
  admin.setConfig({ realmName: 'demo' });
});
test.afterAll(async () => {
  await server.stop();
});

test("Keycloak's admin client reads realms, clients, users and roles of the demo realm", async () => {
  expect((await admin.realms.find()).map((realm) => realm.realm)).toEqual(
    expect.arrayContaining(['master', 'demo']),
  );
  const [web] = await admin.clients.find({ clientId: 'demo-web' });
  expect(web).toMatchObject({ clientId: 'demo-web', enabled: true, protocol: 'openid-connect' });
  const [alice] = await admin.users.find({ username: 'alice', exact: true });
  expect(alice).toMatchObject({ username: 'alice', enabled: true });
  expect((await admin.roles.find()).map((role) => role.name)).toContain('default-roles-demo');
});

test("Keycloak's admin client creates a user, sets a password and assigns a role, and the user can sign in", async () => {
  const { id } = await admin.users.create({ username: 'Newcomer', email: 'new@example.test', enabled: true });
  await admin.users.resetPassword({
    id,
    credential: { type: 'password', value: 'first-password', temporary: false },
  });
  await admin.roles.create({ name: 'tester' });
  const role = await admin.roles.findOneByName({ name: 'tester' });
  await admin.users.addRealmRoleMappings({ id, roles: [{ id: role?.id ?? '', name: 'tester' }] });
  const mapped = await admin.users.listRealmRoleMappings({ id });
  expect(mapped.map((each) => each.name)).toContain('tester');
  const token = await fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: 'newcomer',
      password: 'first-password',
    }),
  });
  expect(token.status).toBe(200);
});

test("Keycloak's admin client creates, updates and deletes a client", async () => {
  const { id } = await admin.clients.create({
    clientId: 'from-test',
    publicClient: false,
    redirectUris: ['http://127.0.0.1/*'],
  });
  const secret = await admin.clients.getClientSecret({ id });
  expect(secret.value).toMatch(/^\w{32}$/);
  const rotated = await admin.clients.generateNewClientSecret({ id });
  expect((rotated as { value?: string }).value).not.toBe(secret.value);
  await admin.clients.update({ id }, { clientId: 'from-test', name: 'Changed' });
  expect(await admin.clients.findOne({ id })).toMatchObject({ name: 'Changed' });
  await admin.clients.del({ id });
  expect(await admin.clients.findOne({ id })).toBeNull();
});

test("Keycloak's admin client imports a realm and deletes it again", async () => {
  await admin.realms.create({
    realm: 'short-lived',
    enabled: true,
    users: [{ username: 'u', enabled: true }],
  });
  expect(await admin.realms.findOne({ realm: 'short-lived' })).toMatchObject({
    realm: 'short-lived',
    accessTokenLifespan: 300,
  });
  await admin.realms.del({ realm: 'short-lived' });
  expect(await admin.realms.findOne({ realm: 'short-lived' })).toBeNull();
});

test('a conflict is reported to the admin client as a message', async () => {
  await expect(admin.users.create({ username: 'alice' })).rejects.toThrow(/User exists with same username/);
  await expect(admin.clients.create({ clientId: 'demo-web' })).rejects.toThrow(
    /Client demo-web already exists/,
  );
  await expect(admin.realms.create({ realm: 'demo' })).rejects.toThrow(/Conflict detected/);
});

test('the admin API refuses requests without a token, with a token of another realm, and without the role', async () => {
  const users = `${server.url}/admin/realms/demo/users`;
  expect((await fetch(users)).status).toBe(401);
  expect((await fetch(users, { headers: { authorization: 'Bearer x.y.z' } })).status).toBe(401);
  const token = await fetch(`${server.url}/realms/demo/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: 'alice',
      password: 'alice-password',
    }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const refused = await fetch(users, { headers: { authorization: `Bearer ${access_token}` } });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toEqual({ error: 'HTTP 403 Forbidden' });
});

test('a foreign Origin is refused on the admin API, whatever the token', async () => {
  const token = await fetch(`${server.url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: 'admin',
      password: 'admin',
    }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, origin: 'https://evil.example' };
  expect((await fetch(`${server.url}/admin/realms/demo/users`, { headers })).status).toBe(403);
});

test("Keycloak's admin client reads the user profile and adds an attribute", async () => {
  const profile = await admin.users.getProfile();
  expect(profile.attributes?.map(({ name }) => name)).toEqual(['username', 'email', 'firstName', 'lastName']);
  const phone = { name: 'phone', permissions: { view: ['admin', 'user'], edit: ['admin'] } };
  const changed = { ...profile, attributes: [...(profile.attributes ?? []), phone] };
  expect(await admin.users.updateProfile(changed)).toMatchObject(changed);
  expect((await admin.users.getProfileMetadata()).attributes?.at(-1)).toMatchObject({ name: 'phone' });
  await expect(admin.users.updateProfile({ attributes: [phone] })).rejects.toThrow(/must contain "username"/);
  expect(await admin.users.getProfile()).toEqual(changed);
});

test("Keycloak's admin client writes client profiles and policies and reads them back", async () => {
  const profiles = [{ name: 'strict', executors: [{ executor: 'pkce-enforcer', configuration: {} }] }];
  const policies = [{ name: 'all', enabled: true, conditions: [], profiles: ['strict'] }];
  await admin.clientPolicies.createProfiles({ profiles });
  await admin.clientPolicies.updatePolicy({ policies });
  expect(await admin.clientPolicies.listProfiles({ includeGlobalProfiles: true })).toMatchObject({
    profiles,
  });
  expect(await admin.clientPolicies.listPolicies()).toEqual({ policies });
});

test("Keycloak's admin client creates a SAML client with keys and fetches its installation files", async () => {
  const { id } = await admin.clients.create({ clientId: 'https://sp.example.com', protocol: 'saml' });
  const client = await admin.clients.findOne({ id });
  expect(client?.attributes).toMatchObject({
    'saml.client.signature': 'true',
    saml_name_id_format: 'username',
  });
  const made = await admin.clients.generateKey({ id, attr: 'saml.encryption' });
  expect(made.privateKey).toBeTruthy();
  expect(await admin.clients.getKeyInfo({ id, attr: 'saml.encryption' })).toEqual(made);
  const file = await admin.clients.getInstallationProviders({ id, providerId: 'saml-sp-descriptor' });
  expect(file).toContain('entityID="https://sp.example.com"');
  await expect(
    admin.clients.getInstallationProviders({ id, providerId: 'keycloak-oidc-keycloak-json' }),
  ).rejects.toThrow(/is for clients of protocol openid-connect/);
  await expect(
    admin.clients.update(
      { id },
      { clientId: 'https://sp.example.com', attributes: { 'saml.encrypt': 'yes' } },
    ),
  ).rejects.toThrow(/saml\.encrypt must be true or false/);
  await admin.clients.del({ id });
});
