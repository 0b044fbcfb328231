// Stand-ins of SAML providers in a browser: answers by artifact, and sign-ins that begin at the provider.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { realmOf } from './support/kit.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

const ADA = { email: 'ada@corp.example' };
const SETTINGS = { singleSignOnServiceUrl: 'https://idp.example/sso', validateSignature: 'true' };

/** Without them, the first sign-in would ask for the names. */
const MAPPERS = ['corp', 'artifacts'].flatMap((identityProviderAlias) =>
  [
    ['firstName', 'givenName'],
    ['lastName', 'surname'],
  ].map(([member, name]) => ({
    name: `${identityProviderAlias} ${member}`,
    identityProviderAlias,
    identityProviderMapper: 'saml-user-attribute-idp-mapper',
    config: { 'user.attribute': member, 'attribute.name': name, syncMode: 'INHERIT' },
  })),
);

let server: TestServer;
let application: Server;
let origin: string;
let idp: IdentityProvider;

const authorizationUrl = (changes: Readonly<Record<string, string>> = {}): string => {
  const query = {
    client_id: 'app',
    redirect_uri: `${origin}/callback`,
    response_type: 'code',
    scope: 'openid',
  };
  return `${server.url}/realms/stood-in/protocol/openid-connect/auth?${new URLSearchParams({ ...query, ...changes })}`;
};

test.beforeAll(async () => {
  server = await startServer();
  // Its page /start starts a sign-in; an application with OpenID Connect has one.
  application = createServer(({ url = '' }, response) => {
    if (url.startsWith('/start')) response.writeHead(303, { location: authorizationUrl() }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>back</p>');
  });
  await new Promise<void>((done) => application.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  const created = await callAdmin(server.url, 'POST', '/admin/realms', {
    realm: 'stood-in',
    enabled: true,
    clients: [
      { clientId: 'app', publicClient: true, redirectUris: [`${origin}/*`] },
      {
        clientId: 'app-start',
        name: 'The application',
        protocol: 'saml',
        attributes: {
          saml_idp_initiated_sso_url_name: 'app',
          saml_assertion_consumer_url_redirect: `${origin}/start`,
        },
      },
    ],
    identityProviders: [
      { alias: 'corp', providerId: 'saml', config: SETTINGS },
      { alias: 'artifacts', providerId: 'saml', config: { ...SETTINGS, artifactBindingResponse: 'true' } },
      { alias: 'google', providerId: 'google', config: { clientId: 'c', clientSecret: 's' } },
    ].map((provider) => ({ ...provider, enabled: true })),
    identityProviderMappers: MAPPERS,
  });
  expect(created.status).toBe(201);
  idp = await realmOf(server, 'stood-in');
});
test.afterAll(async () => {
  application.close();
  await server.stop();
});

const isBack = (page: Page) => page.waitForURL(/\/callback\?.*code=/);

test('SAML Bindings §3.6: a person signs in at a stand-in that answers by artifact', async ({ page }) => {
  const carried = page.waitForRequest(/\/broker\/artifacts\/endpoint\?SAMLart=AAQAA/);
  await page.goto(authorizationUrl());
  await idp.provider('artifacts').signIn(page, ADA);
  await carried;
  await isBack(page);
  const { outcome } = await idp.calls.wait({ kind: 'saml-artifact', client: 'artifacts' });
  expect(outcome).toBe('accepted');
  expect(await idp.admin('GET', '/users?email=ada@corp.example')).toHaveLength(1);
});

test('SAML Core §3.2.2.2: a refusal by artifact is explained on the sign-in page', async ({ page }) => {
  await page.goto(authorizationUrl());
  await idp.provider('artifacts').refuse(page);
  await expect(page.getByText('Access denied when authenticating with artifacts')).toBeVisible();
});

test('SAML Profiles §4.1.5: a sign-in that begins at the stand-in ends in the application with a code, without a further page', async ({
  page,
}) => {
  await idp.provider('corp').begin(page, { client: 'app', email: 'eve@corp.example', firstName: 'Eve' });
  await isBack(page);
  const [user] = await idp.admin<{ firstName: string }[]>('GET', '/users?email=eve@corp.example');
  expect(user?.firstName).toBe('Eve');
});

test('test kit "provider": a sign-in that cannot begin at the provider is refused with the reason', async ({
  page,
}) => {
  await expect(idp.provider('google').begin(page, { client: 'app', ...ADA })).rejects.toThrow(
    /type google, .*start it at the application/,
  );
  await idp.provider('corp').begin(page, { client: 'unknown', ...ADA });
  await expect(page.getByText('Client not found.')).toBeVisible();
  await idp.provider('corp').fail('access_denied');
  await idp.provider('corp').begin(page, { client: 'app', ...ADA });
  await expect(page.getByText('Access denied when authenticating with corp')).toBeVisible();
  await idp.provider('corp').fail(undefined);
});

for (const setting of ['never', 'auto'])
  test(`test kit "provider": no sign-in begins at a provider on this machine (${setting})`, async ({
    page,
  }) => {
    const config = { singleSignOnServiceUrl: 'http://localhost:9/sso', 'understudy.stand-in': setting };
    const alias = `real-${setting}`;
    await idp.admin('POST', '/identity-provider/instances', { alias, providerId: 'saml', config });
    await expect(idp.provider(alias).begin(page, { client: 'app', ...ADA })).rejects.toThrow(
      /itself is asked/,
    );
    await idp.admin('DELETE', `/identity-provider/instances/${alias}`);
  });

test('console "Providers": the stand-in of a SAML provider lists the applications to which a sign-in leads', async ({
  page,
}) => {
  await callAdmin(server.url, 'POST', '/admin/realms/demo/clients', {
    clientId: 'demo-start',
    name: 'Start page',
    protocol: 'saml',
    attributes: {
      saml_idp_initiated_sso_url_name: 'start',
      saml_assertion_consumer_url_redirect: `${origin}/start`,
    },
  });
  const provider = { alias: 'corp', providerId: 'saml', enabled: true, config: SETTINGS };
  await callAdmin(server.url, 'POST', '/admin/realms/demo/identity-provider/instances', provider);
  await openConsole(page, server.url, 'Providers');
  await page.goto(`${server.url}/console/#/providers/corp/stand-in`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Open the applications' }).click();
  const standIn = await opened;
  await standIn.setViewportSize({ width: 320, height: 700 });
  await expect(standIn.getByRole('heading', { name: 'Stand-in for corp' })).toBeVisible();
  await expectAccessible(standIn);
  expect(await standIn.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await standIn.getByRole('link', { name: 'Start page' }).click();
  await standIn.getByRole('button', { name: 'Ada Moreno' }).click();
  await expect(standIn.getByRole('heading', { name: 'Update Account Information' })).toBeVisible();
});
