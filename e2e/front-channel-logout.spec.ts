import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { person } from './support/clients.ts';
import { realmOf } from './support/kit.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let application: Server;
let home: string;
const framed: string[] = [];
const alice = person('alice');

test.beforeAll(async () => {
  server = await startServer();
  application = createServer((request, response) => {
    if (request.url?.startsWith('/out') === true) framed.push(request.url);
    response.setHeader('content-type', 'text/html').end('<!doctype html><p id="here">here</p>');
  });
  await new Promise<void>((done) => application.listen(0, '127.0.0.1', done));
  home = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  application.closeAllConnections();
  application.close();
  await server.stop();
});

test('OIDC Front-Channel Logout §2: a client that registered itself is loaded in a frame in Chromium, and the user is redirected', async ({
  page,
}) => {
  const answer = await fetch(`${server.url}/realms/demo/clients-registrations/openid-connect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      redirect_uris: [`${home}/cb`],
      post_logout_redirect_uris: [`${home}/bye`],
      frontchannel_logout_uri: `${home}/out`,
    }),
  });
  expect(answer.status).toBe(201);
  const { client_id } = (await answer.json()) as { client_id: string };
  const endpoint = `${server.url}/realms/demo/protocol/openid-connect`;
  const query = { client_id, response_type: 'code', scope: 'openid', redirect_uri: `${home}/cb` };
  await (await (await realmOf(server)).user(alice.username)).signIn(page);
  await page.goto(`${endpoint}/auth?${new URLSearchParams(query)}`);
  await expect(page.locator('#here')).toBeVisible();
  const out = { client_id, post_logout_redirect_uri: `${home}/bye`, state: 's1' };
  await page.goto(`${endpoint}/logout?${new URLSearchParams(out)}`);
  await page.click('#kc-logout');
  await page.waitForURL(`${home}/bye?state=s1`);
  expect(framed).toHaveLength(1);
  expect(framed[0]).toMatch(/^\/out\?sid=[\w-]+&iss=http/);
});
