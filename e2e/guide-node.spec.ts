import { expect, test } from '@playwright/test';
import {
  CONFIDENTIAL,
  createGuideClient,
  createSamlGuideClient,
  expectForgedAssertionRefused,
  expectForgeryRefused,
  expectSignIn,
  type GuideProcess,
  installFromNpm,
  readGuide,
  runInFolder,
  SAML_VARIANTS,
  startGuide,
  stopGuides,
  writeGuide,
} from './support/guides.ts';
import { realmOf } from './support/kit.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
const running: GuideProcess[] = [];

test.beforeAll(async () => {
  server = await startServer();
});
test.afterEach(() => stopGuides(running));
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

for (const [guide, callback, shown] of [
  ['express', '/callback', 'Signed in as alice'],
  ['next', '/api/auth/callback/keycloak', 'Signed in as alice@example.test'],
] as const) {
  test(`guide "${guide}": the copied application signs a user in and refuses a forged response`, async ({
    browser,
    page,
  }) => {
    const client = await createGuideClient(server, CONFIDENTIAL);
    const shownGuide = await readGuide(browser, server, client, guide);
    const folder = writeGuide(shownGuide);
    const unreachable = await installFromNpm(folder, shownGuide.install);
    test.skip(unreachable !== undefined, unreachable);
    running.push(await startGuide(folder, shownGuide, client.origin));
    await expectForgeryRefused(page, client.origin + callback);
    await expectSignIn(page, client.origin, shown);
  });
}

for (const [what, attributes] of SAML_VARIANTS) {
  test(`guide "node-saml": the copied application signs a user in, with ${what}`, async ({
    browser,
    page,
  }) => {
    const client = await createSamlGuideClient(server, attributes);
    const shown = await readGuide(browser, server, client, 'node-saml');
    const folder = writeGuide(shown);
    const unreachable = await installFromNpm(folder, shown.install);
    test.skip(unreachable !== undefined, unreachable);
    running.push(await startGuide(folder, shown, client.origin));
    await expectForgedAssertionRefused(page, `${client.origin}/saml/acs`);
    await expectSignIn(page, client.origin);
  });
}

test('guide "api": the copied API accepts a token for its audience only', async ({ browser, request }) => {
  const api = await createGuideClient(server, { clientId: 'guide-api', bearerOnly: true });
  const shown = await readGuide(browser, server, api, 'api');
  const folder = writeGuide(shown);
  const unreachable = await installFromNpm(folder, shown.install);
  test.skip(unreachable !== undefined, unreachable);
  const url = /app\.listen\((\d+)/.exec(shown.files['api.mjs'] ?? '')?.[1];
  const origin = `http://localhost:${url}`;
  running.push(await startGuide(folder, shown, origin));
  const call = async (audience: string): Promise<number> => {
    const token = await tokenFor(audience);
    return (await request.get(origin, { headers: { authorization: `Bearer ${token}` } })).status();
  };
  expect(await call('guide-api')).toBe(200);
  expect(await call('another-api')).toBe(401);
  expect((await request.get(origin)).status()).toBe(401);
});

/** An access token of a service account, with this audience. */
async function tokenFor(audience: string): Promise<string> {
  const idp = await realmOf(server);
  const clientId = `for-${audience}`;
  await idp.client(clientId, {
    secret: 'secret',
    serviceAccountsEnabled: true,
    protocolMappers: [
      {
        name: 'audience',
        protocol: 'openid-connect',
        protocolMapper: 'oidc-audience-mapper',
        config: { 'included.custom.audience': audience, 'access.token.claim': 'true' },
      },
    ],
  });
  return (await idp.token({ client: clientId })).access_token;
}

for (const [what, members, tokens] of [
  ['a service account', { ...CONFIDENTIAL, serviceAccountsEnabled: true, standardFlowEnabled: false }, 1],
  ['a password', { ...CONFIDENTIAL, directAccessGrantsEnabled: true }, 1],
] as const) {
  test(`guide "curl": the copied script gets a token with ${what}`, async ({ browser }) => {
    const client = await createGuideClient(server, members);
    const shown = await readGuide(browser, server, client, 'curl');
    const { output } = await runInFolder(writeGuide(shown), shown.command);
    expect(output.match(/"access_token":"ey/g)).toHaveLength(tokens);
  });
}

test('guide "curl": the copied script waits until the user has approved the prompt', async ({ browser }) => {
  const idp = await realmOf(server);
  const client = await createGuideClient(server, {
    ...CONFIDENTIAL,
    standardFlowEnabled: false,
    attributes: { 'oidc.ciba.grant.enabled': 'true' },
  });
  const shown = await readGuide(browser, server, client, 'curl');
  const script = runInFolder(writeGuide(shown), shown.command);
  await idp.device.approve({ user: 'alice', client: client.clientId });
  expect((await script).output).toContain('"access_token":"ey');
});
