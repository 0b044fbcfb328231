import { expect, type Page, test } from '@playwright/test';
import { startServer, type TestServer } from '../support/server.ts';
import { createConformanceRealm, FIRST, type Listener, listen, PERSON } from './realm.ts';
import { RelyingParty } from './relying-party.ts';

let server: TestServer;
let client: Listener;
let rp: RelyingParty;

test.beforeAll(async () => {
  server = await startServer();
  client = await listen('<!doctype html><title>client</title><h1>client</h1>', 'text/html');
  await createConformanceRealm(server.url, {
    redirectUris: [`${client.url}/*`],
    webOrigins: [client.url],
    frontchannelLogout: true,
    attributes: {
      'post.logout.redirect.uris': `${client.url}/signed-out`,
      'frontchannel.logout.url': `${client.url}/front`,
      'frontchannel.logout.session.required': 'true',
    },
  });
  rp = new RelyingParty(server.url, { responseType: 'code' });
});
test.afterAll(async () => {
  client.close();
  await server.stop();
});

/** Signs in on the page; returns the callback parameters and the ID token. */
async function signIn(page: Page): Promise<{ sessionState: string; idToken: string; sid: string }> {
  const redirect_uri = `${client.url}/callback`;
  await page.goto(`${rp.endpoint}/auth?${new URLSearchParams(rp.fields({ redirect_uri }))}`);
  await page.fill('#username', PERSON.username);
  await page.fill('#password', PERSON.password);
  await page.click('#kc-login');
  await page.waitForURL(`${redirect_uri}?*`);
  const given = new URL(page.url()).searchParams;
  const { body } = await rp.exchange(given.get('code') ?? '', { redirect_uri });
  const idToken = String(body['id_token']);
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as {
    sid: string;
  };
  return { sessionState: given.get('session_state') ?? '', idToken, sid: claims.sid };
}

async function signOut(page: Page, idToken: string): Promise<void> {
  const fields = { id_token_hint: idToken, post_logout_redirect_uri: `${client.url}/signed-out` };
  await page.goto(`${rp.endpoint}/logout?${new URLSearchParams(fields)}`);
  await page.waitForURL(`${client.url}/signed-out`);
}

test('Front-Channel Logout: oidcc-frontchannel-rp-initiated-logout: §3: the client is loaded in a frame with iss and sid, then the user is redirected', async ({
  page,
}) => {
  const { idToken, sid } = await signIn(page);
  const before = client.received.length;
  await signOut(page, idToken);
  const front = client.received.slice(before).find(({ path }) => path.startsWith('/front'));
  const told = new URL(front?.path ?? '', client.url).searchParams;
  expect([told.get('iss'), told.get('sid')]).toEqual([rp.issuer, sid]);
  await page.goto(
    `${rp.endpoint}/auth?${new URLSearchParams(rp.fields({ prompt: 'none', redirect_uri: `${client.url}/again` }))}`,
  );
  expect(new URL(page.url()).searchParams.get('error')).toBe('login_required');
});

/** Queries the provider's frame about a session (OIDC Session Management §3.1). */
async function askFrame(
  page: Page,
  frameUrl: string,
  clientId: string,
  sessionState: string,
): Promise<string> {
  return page.evaluate(
    async ([url, message]) => {
      const frame = document.createElement('iframe');
      frame.src = url ?? '';
      await new Promise((loaded) => {
        frame.onload = loaded;
        document.body.append(frame);
      });
      const answer = new Promise<string>((done) => {
        addEventListener('message', ({ data, source }) => {
          if (source === frame.contentWindow) done(String(data));
        });
      });
      frame.contentWindow?.postMessage(message, new URL(url ?? '').origin);
      return answer.finally(() => frame.remove());
    },
    [frameUrl, `${clientId} ${sessionState}`],
  );
}

test('Session Management: oidcc-session-management-rp-initiated-logout: §3.2: the frame says unchanged before the sign-out and changed after it', async ({
  page,
}) => {
  const discovery = await (await fetch(`${rp.issuer}/.well-known/openid-configuration`)).json();
  const frame = String(discovery.check_session_iframe);
  const { sessionState, idToken } = await signIn(page);
  expect(await askFrame(page, frame, FIRST.clientId, sessionState)).toBe('unchanged');
  expect(await askFrame(page, frame, FIRST.clientId, 'another-session')).toBe('changed');
  expect(await askFrame(page, frame, 'nobody', sessionState)).toBe('error');
  await signOut(page, idToken);
  expect(await askFrame(page, frame, FIRST.clientId, sessionState)).toBe('changed');
});
