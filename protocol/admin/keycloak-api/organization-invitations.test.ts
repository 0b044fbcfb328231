import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import KcAdminClient from '@keycloak/keycloak-admin-client';
import { formAction, linkTarget } from '#protocol/login/testing/browser.ts';
import { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import { newestLink } from '#protocol/login/testing/sent-links.ts';
import type { KeptObject } from '#protocol/realm/kept-objects.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';
await server.call('PUT', REALM, { body: { organizationsEnabled: true } });
const acme = await server.call('POST', `${REALM}/organizations`, {
  body: { name: 'Acme & Co', alias: 'acme', redirectUrl: 'http://acme.test/home' },
});
const ACME = `${REALM}/organizations/${acme.createdId}`;
const created = await server.call('POST', `${REALM}/users`, {
  body: { username: 'cara', email: 'cara@acme.test', firstName: 'Cara', lastName: 'Carr', enabled: true },
});
assert.equal(created.status, 201);
const cara = await server.userId('cara');

async function invite(path: string, form: Readonly<Record<string, string>>) {
  const response = await fetch(`${server.baseUrl}${ACME}/members/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}` },
    body: new URLSearchParams(form),
  });
  const text = await response.text();
  return [response.status, text === '' ? '' : (JSON.parse(text) as { errorMessage?: string }).errorMessage];
}

const invitations = async (query = ''): Promise<readonly KeptObject[]> =>
  (await server.call<KeptObject[]>('GET', `${ACME}/invitations${query}`)).body;
const members = async (): Promise<readonly unknown[]> =>
  (await server.call<KeptObject[]>('GET', `${ACME}/members`)).body.map(({ username, membershipType }) => [
    username,
    membershipType,
  ]);

test('Keycloak invitations: malformed requests are 400, an unknown organization 404', async () => {
  for (const [path, form, message] of [
    ['invite-user', {}, 'Email is required to invite a member'],
    ['invite-user', { email: ' ' }, 'Email is required to invite a member'],
    ['invite-user', { email: 'nobody' }, 'Invalid email format'],
    ['invite-existing-user', {}, 'To invite a member you need to provide the user id'],
    ['invite-existing-user', { id: 'none' }, 'User does not exist'],
    ['invite-existing-user', { id: await server.userId('manager') }, 'User email missing'],
  ] as const)
    assert.deepEqual(await invite(path, form), [400, message], message);
  const { status } = await server.call('POST', `${REALM}/organizations/none/members/invite-user`);
  assert.equal(status, 404);
  for (const [method, path] of [
    ['GET', 'none'],
    ['DELETE', 'none'],
    ['POST', 'none/resend'],
  ] as const)
    assert.deepEqual((await server.call(method, `${ACME}/invitations/${path}`)).body, {
      errorMessage: 'Invitation not found',
    });
  assert.deepEqual(await invitations(), []);
});

test('Keycloak invitations: someone without an account registers with the link, and is a managed member', async () => {
  const form = { email: 'New@acme.test', firstName: 'Nia', lastName: 'New' };
  assert.deepEqual(await invite('invite-user', form), [204, '']);
  assert.deepEqual(await invite('invite-user', form), [409, 'User already has a pending invitation']);
  const [invitation, ...others] = await invitations();
  assert.deepEqual(others, []);
  assert.deepEqual(
    { ...invitation, id: '', sentDate: 0, expiresAt: 0 },
    {
      id: '',
      email: 'new@acme.test',
      firstName: 'Nia',
      lastName: 'New',
      organizationId: acme.createdId,
      sentDate: 0,
      expiresAt: 0,
      status: 'PENDING',
    },
  );
  assert.equal(Number(invitation?.['expiresAt']) - Number(invitation?.['sentDate']), 43_200);
  const link = await newestLink(server, 'new@acme.test');
  assert.match(
    link,
    /\/realms\/shop\/protocol\/openid-connect\/registrations\?response_type=code&client_id=account&token=/,
  );
  const browser = new LoginBrowser(server.baseUrl);
  const page = await browser.follow(await browser.get(link));
  assert.match(page.text, /Create an account to join the organization Acme &amp; Co/);
  assert.match(page.text, /name="email" [^>]*disabled value="new@acme.test"/);
  assert.match(page.text, /name="firstName" [^>]*value="Nia"/);
  const done = await browser.post(formAction(page, 'kc-register-form'), {
    username: 'nia',
    email: 'other@evil.test',
    firstName: 'Nia',
    lastName: 'New',
    password: 'nias-password',
    'password-confirm': 'nias-password',
  });
  assert.equal(done.headers.get('location'), 'http://acme.test/home');
  assert.deepEqual(await members(), [['nia', 'MANAGED']]);
  const { body } = await server.call<KeptObject>('GET', `${REALM}/users/${await server.userId('nia')}`);
  assert.deepEqual([body['email'], body['emailVerified']], ['new@acme.test', true]);
  assert.deepEqual(await invitations(), []);
  const again = new LoginBrowser(server.baseUrl);
  assert.match((await again.follow(await again.get(link))).text, /no longer valid/);
  assert.deepEqual(await invite('invite-user', form), [409, 'User already a member of the organization']);
});

test('Keycloak invitations: a user of the realm confirms, and is an unmanaged member', async () => {
  assert.deepEqual(await invite('invite-existing-user', { id: cara }), [204, '']);
  assert.deepEqual(await invite('invite-user', { email: 'CARA@acme.test' }), [
    409,
    'User already has a pending invitation',
  ]);
  const link = await newestLink(server, 'cara@acme.test');
  const browser = new LoginBrowser(server.baseUrl);
  const question = await browser.get(link);
  assert.match(question.text, /makes you a member of the organization Acme &amp; Co/);
  assert.equal((await members()).length, 1);
  const done = await browser.get(linkTarget(question, 'proceedWithAction'));
  assert.match(done.text, /You are now a member of the organization Acme &amp; Co\./);
  assert.equal(linkTarget(done, 'backToApplication'), 'http://acme.test/home');
  assert.deepEqual((await members())[1], ['cara', 'UNMANAGED']);
  const again = await new LoginBrowser(server.baseUrl).get(link);
  assert.equal(again.status, 200);
  assert.match(again.text, /User cara is already a member of the organization Acme &amp; Co\./);
  assert.deepEqual(await invite('invite-existing-user', { id: cara }), [
    409,
    'User already a member of the organization',
  ]);
});

test('admin client: invitations are listed, read, sent again and removed; a removed one cannot be accepted', async () => {
  const admin = new KcAdminClient({ baseUrl: server.baseUrl, realmName: 'shop' });
  admin.setAccessToken(server.token);
  const orgId = acme.createdId ?? '';
  await invite('invite-user', { email: 'zoe@acme.test', firstName: 'Zoe' });
  await invite('invite-user', { email: 'yan@acme.test' });
  const emails = async (query: string) => (await invitations(query)).map(({ email }) => email);
  assert.deepEqual(await emails('?search=zoe'), ['zoe@acme.test']);
  assert.deepEqual(await emails('?firstName=zo&status=pending'), ['zoe@acme.test']);
  assert.deepEqual(await emails('?email=yan'), ['yan@acme.test']);
  assert.deepEqual(await emails('?status=EXPIRED'), []);
  assert.deepEqual(await emails('?lastName=none'), []);
  assert.deepEqual(await emails('?first=1&max=1'), ['yan@acme.test']);
  const first = await newestLink(server, 'zoe@acme.test');
  const [zoe] = (await admin.organizations.listInvitations({ orgId })) ?? [];
  const key = { orgId, invitationId: zoe?.id ?? '' };
  await admin.organizations.resendInvitation(key);
  assert.equal((await server.call('GET', `${ACME}/invitations/${key.invitationId}`)).status, 404);
  const browser = new LoginBrowser(server.baseUrl);
  assert.match((await browser.follow(await browser.get(first))).text, /no longer valid/);
  const newer = await newestLink(server, 'zoe@acme.test');
  const [found] = await invitations('?search=zoe');
  const invitationId = String(found?.['id']);
  assert.equal((await admin.organizations.findInvitation({ orgId, invitationId }))?.email, 'zoe@acme.test');
  await admin.organizations.deleteInvitation({ orgId, invitationId });
  const other = new LoginBrowser(server.baseUrl);
  const page = await other.follow(await other.get(newer));
  assert.equal(page.status, 400);
  assert.match(page.text, /no longer valid/);
});

test('Keycloak invitations: an expired one may be sent again, and its link is refused', async () => {
  await server.call('PUT', REALM, { body: { actionTokenGeneratedByAdminLifespan: 20 } });
  const form = { email: 'late@acme.test' };
  await invite('invite-user', form);
  const link = await newestLink(server, 'late@acme.test');
  server.clock.setOffsetMs(20_000);
  try {
    assert.equal((await invitations('?search=late'))[0]?.['status'], 'EXPIRED');
    const browser = new LoginBrowser(server.baseUrl);
    assert.match((await browser.follow(await browser.get(link))).text, /Action expired\./);
    assert.deepEqual(await invite('invite-user', form), [204, '']);
    assert.equal((await invitations('?search=late&status=PENDING')).length, 1);
  } finally {
    server.clock.setOffsetMs(0);
  }
});

test('Keycloak: neither the organization nor a change of it shows or takes invitations', async () => {
  const { body } = await server.call<KeptObject>('GET', ACME);
  assert.equal(body['invitations'], undefined);
  await server.call('PUT', ACME, { body: { ...body, invitations: [] } });
  assert.notDeepEqual(await invitations(), []);
});
