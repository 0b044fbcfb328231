// Container registry tokens with a real registry and client: Debian's docker-registry and skopeo.
import { expect, test } from '@playwright/test';
import type { IdentityProvider, Snapshot } from '#fixtures/test/identity-provider.ts';
import { realmOf } from './support/kit.ts';
import { createImage } from './support/oci-image.ts';
import {
  createSkopeo,
  realmCertificates,
  type Skopeo,
  startRegistry,
  type TestRegistry,
  whyNoRegistry,
} from './support/registry.ts';
import { callAdmin, createFolder, startServer, type TestServer } from './support/server.ts';

test.skip(whyNoRegistry() !== undefined, whyNoRegistry() ?? '');

let server: TestServer;
let idp: IdentityProvider;
let registry: TestRegistry;
const images = createFolder('images');

async function startTrusting(): Promise<TestRegistry> {
  const bundle = await realmCertificates(server.url, 'demo');
  return startRegistry({ issuer: `${server.url}/realms/demo`, service: 'demo-registry', bundle, images });
}

async function loggedIn(username = 'alice'): Promise<Skopeo> {
  const skopeo = createSkopeo();
  const { code, output } = await skopeo.login(registry.host, username, `${username}-password`);
  expect(output).toContain('Login Succeeded');
  expect(code).toBe(0);
  return skopeo;
}

/** Requests a token as the client does. */
async function requestToken(scope: string, username = 'alice', service = 'demo-registry'): Promise<string> {
  const query = new URLSearchParams({ service, scope });
  const login = Buffer.from(`${username}:${username}-password`).toString('base64');
  const response = await fetch(`${server.url}/realms/demo/protocol/docker-v2/auth?${query}`, {
    headers: { authorization: `Basic ${login}` },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

async function statusWith(token: string, path = '/v2/_catalog'): Promise<number> {
  return (await fetch(`${registry.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
}

test.beforeAll(async () => {
  server = await startServer({ args: ['--features=docker'] });
  idp = await realmOf(server);
  // The key is created at its first use.
  await requestToken('');
  registry = await startTrusting();
});

test.afterAll(async () => {
  await registry.stop();
  await server.stop();
});

test('service description §5.9: skopeo logs in, pushes and pulls with a registry that trusts only this realm', async () => {
  const skopeo = await loggedIn();
  const place = `docker://${registry.host}/team/app:1`;
  const pushed = await skopeo.copy(createImage('one'), place);
  expect(pushed.output).toContain('Writing manifest');
  expect(pushed.code).toBe(0);
  expect((await skopeo.copy(place, `oci:${createFolder('pulled')}:latest`)).code).toBe(0);
  const tags = await skopeo.run('list-tags', `docker://${registry.host}/team/app`);
  expect(JSON.parse(tags.output)).toMatchObject({ Tags: ['1'] });
});

test('service description §5.9: the registry answers 401 with the token endpoint and the required scope', async () => {
  const response = await fetch(`${registry.url}/v2/team/app/manifests/1`);
  expect(response.status).toBe(401);
  const header = response.headers.get('www-authenticate') ?? '';
  expect(header).toContain(`realm="${server.url}/realms/demo/protocol/docker-v2/auth"`);
  expect(header).toContain('scope="repository:team/app:pull"');
});

test('distribution token specification: a wrong password is refused, and Activity says why', async () => {
  const { code, output } = await createSkopeo().login(registry.host, 'alice', 'wrong');
  expect(code).not.toBe(0);
  expect(output).toMatch(/invalid username\/password/);
  const newest = (await idp.activity.query()).exchanges.at(-1);
  expect(newest?.refusal?.reason).toBe('The password is not that of user alice.');
});

test('distribution token specification: without a login, neither pull nor push is possible', async () => {
  const stranger = createSkopeo();
  const place = `docker://${registry.host}/team/app:1`;
  expect((await stranger.copy(place, `oci:${createFolder('pulled')}:latest`)).code).not.toBe(0);
  expect((await stranger.copy(createImage('stranger'), place)).code).not.toBe(0);
});

test('registry §catalog: a token for the catalog grants access to the catalog, one for a repository does not', async () => {
  expect(await statusWith(await requestToken('registry:catalog:*'))).toBe(200);
  expect(await statusWith(await requestToken('repository:team/app:pull'))).toBe(401);
});

test('distribution token scope: a token requested with a resource class still grants access to the repository', async () => {
  const path = '/v2/team/app/tags/list';
  expect(await statusWith(await requestToken('repository(plugin):team/app:pull'), path)).toBe(200);
  expect(await statusWith(await requestToken('repository(plugin):other:pull'), path)).toBe(401);
});

test('distribution token JWT: an expired token, a not yet valid one, a tampered one and one for another service are refused', async () => {
  const good = await requestToken('registry:catalog:*');
  const [header = '', payload = '', signature = ''] = good.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { access: unknown };
  const widened = { ...claims, access: [{ type: 'repository', name: 'other', actions: ['pull'] }] };
  const tampered = [header, Buffer.from(JSON.stringify(widened)).toString('base64url'), signature].join('.');
  expect(await statusWith(good)).toBe(200);
  expect(await statusWith(tampered)).toBe(401);
  expect(await statusWith(`${good.slice(0, -8)}AAAAAAAA`)).toBe(401);
  await idp.client('other-registry', { protocol: 'docker-v2' });
  expect(await statusWith(await requestToken('registry:catalog:*', 'alice', 'other-registry'))).toBe(401);
  for (const offsetMs of [-3_600_000, 3_600_000]) {
    await idp.clock.set(new Date(Date.now() + offsetMs));
    expect(await statusWith(await requestToken('registry:catalog:*')), `clock moved by ${offsetMs}`).toBe(
      401,
    );
  }
  await idp.clock.reset();
});

test.describe('restricted by roles', () => {
  let before: Snapshot;

  test.beforeAll(async () => {
    before = await idp.snapshot();
    await idp.admin('POST', '/roles', { name: 'repository:team/*:pull' });
    await idp.user('alice', { roles: ['repository:team/*:pull,push'] });
  });

  test.afterAll(() => before.restore());

  test('allowed actions work; deleting and other repositories are refused', async () => {
    const skopeo = await loggedIn();
    const place = `docker://${registry.host}/team/app:2`;
    expect((await skopeo.copy(createImage('two'), place)).code).toBe(0);
    expect((await skopeo.run('delete', place)).code).not.toBe(0);
    expect((await skopeo.copy(createImage('other'), `docker://${registry.host}/other/app:1`)).code).not.toBe(
      0,
    );
  });

  test('a user without a role gets a valid token that allows nothing, and the registry refuses', async () => {
    const skopeo = await loggedIn('bob');
    const place = `docker://${registry.host}/team/app:1`;
    expect((await skopeo.copy(place, `oci:${createFolder('pulled')}:latest`)).code).not.toBe(0);
    expect(await statusWith(await requestToken('repository:team/app:pull', 'bob'), '/v2/')).toBe(200);
  });
});

test('distribution token JWT: after a key rotation, the registry refuses tokens until its certificate bundle is updated', async () => {
  const rotated = await callAdmin(server.url, 'POST', '/emulator/v1/realms/demo/keys/rotation', {
    algorithm: 'RS256',
  });
  expect(rotated.ok).toBe(true);
  expect(await statusWith(await requestToken('registry:catalog:*'))).toBe(401);
  await registry.stop();
  registry = await startTrusting();
  expect(await statusWith(await requestToken('registry:catalog:*'))).toBe(200);
  const skopeo = await loggedIn();
  const place = `docker://${registry.host}/team/app:1`;
  expect((await skopeo.copy(place, `oci:${createFolder('pulled')}:latest`)).code).toBe(0);
});

test('service description §1: without the feature the endpoint does not exist, and Activity says how to turn it on', async () => {
  const plain = await startServer();
  const { activity } = await realmOf(plain);
  const response = await fetch(`${plain.url}/realms/demo/protocol/docker-v2/auth?service=demo-registry`);
  expect(response.status).toBe(404);
  const newest = (await activity.query()).exchanges.at(-1);
  expect(JSON.stringify(newest)).toContain('--features=docker');
  await plain.stop();
});
