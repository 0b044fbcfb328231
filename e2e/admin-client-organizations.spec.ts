import { expect, test } from '@playwright/test';
import { openAdminClient, type RecordedClient, refusal } from './support/admin-client.ts';
import { startServer, type TestServer } from './support/server.ts';

test.describe.configure({ mode: 'serial' });

let server: TestServer;
let recorded: RecordedClient;
let organizations: RecordedClient['client']['organizations'];
let providers: RecordedClient['client']['identityProviders'];

test.beforeAll(async () => {
  server = await startServer();
  recorded = await openAdminClient(server, 'guilds');
  organizations = recorded.record(recorded.client.organizations);
  providers = recorded.record(recorded.client.identityProviders);
});
test.afterAll(async () => {
  await server.stop();
});

test('the admin client keeps identity providers, whose secrets are masked', async () => {
  const config = { clientId: 'x', clientSecret: 'secret', authorizationUrl: 'https://idp.test/auth' };
  await providers.create({ alias: 'corporate', providerId: 'oidc', config });
  expect((await providers.find()).map(({ alias }) => alias)).toEqual(['corporate']);
  expect(await providers.findOne({ alias: 'corporate' })).toMatchObject({
    enabled: true,
    config: { ...config, clientSecret: '**********' },
  });
  const masked = await providers.findOne({ alias: 'corporate' });
  await providers.update({ alias: 'corporate' }, { ...masked, displayName: 'Corporate' });
  expect(await providers.findOne({ alias: 'corporate' })).toEqual({ ...masked, displayName: 'Corporate' });
  expect(await providers.findFactory({ providerId: 'saml' })).toMatchObject({ id: 'saml' });
  expect(await providers.reloadKeys({ alias: 'corporate' })).toBe(false);
  expect(await providers.findOne({ alias: 'none' })).toBeNull();
  expect(await refusal(() => providers.create({ alias: 'corporate', providerId: 'oidc' }))).toMatchObject({
    status: 409,
  });
});

test('the admin client keeps mappers of identity providers', async () => {
  const types = await providers.findMapperTypes({ alias: 'corporate' });
  expect(types).toHaveProperty('oidc-user-attribute-idp-mapper');
  const mapper = {
    name: 'team',
    identityProviderAlias: 'corporate',
    identityProviderMapper: 'oidc-user-attribute-idp-mapper',
    config: { claim: 'team', 'user.attribute': 'team' },
  };
  const { id } = await providers.createMapper({ alias: 'corporate', identityProviderMapper: mapper });
  expect(await providers.findOneMapper({ alias: 'corporate', id })).toEqual({ ...mapper, id });
  await providers.updateMapper({ alias: 'corporate', id }, { ...mapper, id, name: 'group' });
  expect((await providers.findMappers({ alias: 'corporate' })).map(({ name }) => name)).toEqual(['group']);
  await providers.delMapper({ alias: 'corporate', id });
  expect(await providers.findOneMapper({ alias: 'corporate', id })).toBeNull();
});

test('the admin client uploads a certificate of an identity provider', async () => {
  const { keys = [] } = await recorded.client.realms.getKeys({ realm: 'guilds' });
  const certificate = keys.find(({ certificate: text }) => text !== undefined)?.certificate ?? '';
  const form = new FormData();
  form.append('file', new Blob([`-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`]));
  expect(await providers.uploadCertificate({}, form as never)).toMatchObject({ certificate });
});

test('the admin client imports the discovery document of an identity provider', async () => {
  const issuer = `${server.url}/realms/guilds`;
  const config: unknown = await providers.importFromUrl({
    providerId: 'oidc',
    fromUrl: `${issuer}/.well-known/openid-configuration`,
  });
  expect(config).toMatchObject({ issuer, validateSignature: 'true', useJwksUrl: 'true' });
});

test('what identity providers do not have is refused with the reason', async () => {
  const resource = recorded.client.identityProviders;
  await recorded.expectUnsupported(resource, ['updatePermission', 'listPermissions'], /realm-management/);
});

test('organizations are 404 while the realm has them switched off', async () => {
  expect(await refusal(() => organizations.find())).toEqual({
    status: 404,
    text: '{"errorMessage":"Organizations not enabled for this realm."}',
  });
  await recorded.client.realms.update({ realm: 'guilds' }, { organizationsEnabled: true });
  expect(await organizations.find()).toEqual([]);
});

let orgId = '';
let userId = '';

test('the admin client creates, finds and changes an organization', async () => {
  const made = await organizations.create({
    name: 'Acme',
    domains: [{ name: 'acme.test', verified: true }],
    attributes: { tier: ['gold'] },
  });
  orgId = made.id;
  expect(await organizations.findOne({ id: orgId })).toEqual({
    id: orgId,
    name: 'Acme',
    alias: 'Acme',
    enabled: true,
    domains: [{ name: 'acme.test', verified: true }],
    attributes: { tier: ['gold'] },
  });
  await organizations.updateById({ id: orgId }, { name: 'Acme Inc.', description: 'x' });
  expect(await organizations.find({ search: 'inc' })).toMatchObject([
    { name: 'Acme Inc.', description: 'x' },
  ]);
  expect((await refusal(() => organizations.create({ name: 'Acme Inc.' }))).status).toBe(409);
});

test('the admin client adds, lists and removes members and identity providers', async () => {
  userId = (await recorded.client.users.create({ username: 'mia', enabled: true })).id;
  await organizations.addMember({ orgId, userId });
  expect(await organizations.listMembers({ orgId })).toMatchObject([
    { id: userId, username: 'mia', membershipType: 'UNMANAGED' },
  ]);
  expect(await organizations.getMember({ orgId, userId })).toMatchObject({ username: 'mia' });
  expect(await organizations.memberOrganizations({ userId })).toMatchObject([{ id: orgId }]);
  expect((await refusal(() => organizations.addMember({ orgId, userId }))).status).toBe(409);
  await organizations.delMember({ orgId, userId });
  expect(await organizations.listMembers({ orgId })).toEqual([]);
  await organizations.linkIdp({ orgId, alias: 'corporate' });
  expect(await organizations.listIdentityProviders({ orgId })).toMatchObject([{ alias: 'corporate' }]);
  expect((await refusal(() => organizations.linkIdp({ orgId, alias: 'none' }))).status).toBe(400);
  await organizations.unLinkIdp({ orgId, alias: 'corporate' });
  expect(await organizations.listIdentityProviders({ orgId })).toEqual([]);
});

test('invitations are sent by e-mail, listed, sent again and taken back', async () => {
  // The client sends multipart/form-data, which neither Keycloak nor Understudy accepts here.
  const form = new FormData();
  form.append('email', 'new@guild.test');
  for (const invite of ['invite', 'inviteExistingUser'] as const)
    expect((await refusal(() => organizations[invite]({ orgId }, form))).status).toBeGreaterThanOrEqual(400);
  const path = `/admin/realms/guilds/organizations/${orgId}/members/invite-user`;
  const sentForm = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await recorded.client.getAccessToken()}` },
    body: new URLSearchParams({ email: 'new@guild.test' }),
  });
  expect(sentForm.status).toBe(204);
  const [invitation] = await organizations.listInvitations({ orgId });
  expect(invitation).toMatchObject({ email: 'new@guild.test' });
  const sent = { orgId, invitationId: invitation?.id ?? '' };
  expect(await organizations.findInvitation(sent)).toMatchObject({ email: 'new@guild.test' });
  await organizations.resendInvitation(sent);
  const [again] = await organizations.listInvitations({ orgId });
  await organizations.deleteInvitation({ orgId, invitationId: again?.id ?? '' });
  expect(await organizations.listInvitations({ orgId })).toEqual([]);
  for (const work of [
    () => organizations.findInvitation(sent),
    () => organizations.resendInvitation(sent),
    () => organizations.deleteInvitation(sent),
  ])
    expect((await refusal(work)).status).toBe(404);
});

test('organizations have no groups of their own', async () => {
  const groups = organizations.groups(orgId);
  const names = Object.keys(groups).filter((name) => !name.startsWith('make'));
  expect(names.length).toBeGreaterThan(20);
  await recorded.expectUnsupported(groups, names, /use the groups of the realm/);
});

test('the admin client removes the organization and the identity provider', async () => {
  await organizations.delById({ id: orgId });
  expect(await organizations.find()).toEqual([]);
  await providers.del({ alias: 'corporate' });
  expect(await providers.find()).toEqual([]);
});

test('there are no workflows', async () => {
  const resource = recorded.client.workflows;
  const names = Object.keys(resource).filter((name) => !name.startsWith('make'));
  await recorded.expectUnsupported(resource, names, /Feature not enabled.*no workflows/);
});

test('every method of the admin client for identity providers, organizations and workflows is called', () => {
  recorded.expectAllCalled(recorded.client.identityProviders);
  recorded.expectAllCalled(recorded.client.organizations);
  recorded.expectAllCalled(recorded.client.workflows);
});
