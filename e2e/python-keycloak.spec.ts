// The requests of python-keycloak for the calls that its documentation shows, as rows: call, request, and the status that the
// library expects. Any other status is an exception in Python.
import { expect, test } from '@playwright/test';
import { PYTHON_ROWS, type Row, USER } from './support/python-rows.ts';
import { type AdminSession, type Json, openAdminSession, Refusal, type Reply } from './support/replay.ts';
import { startServer, type TestServer } from './support/server.ts';

test.describe.configure({ mode: 'serial' });

let server: TestServer;
let api: AdminSession;
const kept: Record<string, string> = {};

const fill = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => kept[name] ?? whole);

function idOf({ id, text }: Reply): string {
  if (id !== '') return id;
  const answer = JSON.parse(text) as Json | readonly Json[];
  const found = Array.isArray(answer) ? (answer as readonly Json[])[0] : (answer as Json);
  return String(found?.['id']);
}

async function send(method: string, path: string, body: unknown): Promise<Reply> {
  try {
    return await api.sendJson(method, path, body);
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, text: error.text, id: '' };
    throw error;
  }
}

async function run([call, status, request, { body, keep, has } = {}]: Row): Promise<void> {
  const [method = '', path = ''] = fill(request).split(' ');
  const sent = body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(body))) as unknown);
  const reply = await send(method, path, sent);
  expect([reply.status, reply.status === status ? '' : reply.text], call).toEqual([status, '']);
  if (keep !== undefined) kept[keep] = idOf(reply);
  if (has === undefined) return;
  const answer = JSON.parse(reply.text) as unknown;
  const wanted = JSON.parse(fill(JSON.stringify(has))) as Json;
  if (Array.isArray(answer)) expect(answer, call).toContainEqual(expect.objectContaining(wanted));
  else expect(answer, call).toMatchObject(wanted);
}

test.beforeAll(async () => {
  server = await startServer();
  api = await openAdminSession(server, 'python');
});
test.afterAll(() => server.stop());

for (const [subject, rows] of Object.entries(PYTHON_ROWS))
  test(`python-keycloak: ${subject}`, async () => {
    for (const row of rows) await run(row);
  });

test('python-keycloak: KeycloakOpenID discovers, gets tokens by password, uses, introspects, refreshes and revokes them', async () => {
  await api.post('/users', { ...USER, credentials: [{ type: 'password', value: 'secret' }] });
  const client = {
    clientId: 'example_client',
    secret: 'secret',
    publicClient: false,
    directAccessGrantsEnabled: true,
  };
  await api.post('/clients', client);
  const base = `${server.url}/realms/python/protocol/openid-connect`;
  const credentials = { client_id: 'example_client', client_secret: 'secret' };
  const form = async (path: string, members: Record<string, string>, token = ''): Promise<Response> =>
    fetch(`${base}/${path}`, {
      method: 'POST',
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ ...credentials, ...members }),
    });
  const wellKnown = await fetch(`${server.url}/realms/python/.well-known/openid-configuration`);
  expect(await wellKnown.json()).toMatchObject({ token_endpoint: `${base}/token` });
  // The library sends the code and the redirect URI empty with every grant.
  const password = {
    username: USER.username,
    password: 'secret',
    grant_type: 'password',
    code: '',
    redirect_uri: '',
    scope: 'openid',
  };
  const tokens = (await (await form('token', password)).json()) as Record<string, string>;
  const access = tokens['access_token'] ?? '';
  const userinfo = await fetch(`${base}/userinfo`, { headers: { authorization: `Bearer ${access}` } });
  expect(await userinfo.json()).toMatchObject({ email: USER.email, given_name: 'Example' });
  expect(await (await form('token/introspect', { token: access })).json()).toMatchObject({ active: true });
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] ?? '' };
  expect((await form('token', refresh)).status).toBe(200);
  expect((await fetch(`${base}/certs`)).status).toBe(200);
  const realm = (await (await fetch(`${server.url}/realms/python`)).json()) as Json;
  expect(realm['public_key']).toMatch(/^MII/);
  expect((await form('logout', { refresh_token: tokens['refresh_token'] ?? '' })).status).toBe(204);
  expect((await form('token', refresh)).status).toBe(400);
  const permissions = await form(
    'token',
    { grant_type: 'urn:ietf:params:oauth:grant-type:uma-ticket', audience: 'example_client' },
    access,
  );
  expect(permissions.status).toBe(400);
});
