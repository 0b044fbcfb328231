// Three servers on one database behind HAProxy in round robin: the conformance modules, SAML single logout, CIBA and
// the device grant, as clients of a single server have them.
import { type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { expect, type Page, test } from '@playwright/test';
import * as oidc from 'openid-client';
import type { Module } from './conformance/module.ts';
import { createConformanceRealm, REALM, SECOND } from './conformance/realm.ts';
import { RelyingParty, type Variant } from './conformance/relying-party.ts';
import { REQUEST_MODULES } from './conformance/request-modules.ts';
import { TOKEN_MODULES } from './conformance/token-modules.ts';
import {
  type AuthenticationEntity,
  ENTITY_OPTION,
  report,
  startAuthenticationEntity,
} from './support/authentication-entity.ts';
import { type BalancedServers, whyNoBalancedServers } from './support/balanced-servers.ts';
import { createBindingMessage, discoverClient, pollAnswered, pollOnce, refusalOf } from './support/ciba.ts';
import { person } from './support/clients.ts';
import { certificateText, createSamlClient, readCertificate, sampleKeys } from './support/saml.ts';
import { browse, deliver } from './support/saml-sign-in.ts';
import { callAdmin, moveClock, startSeveralServers } from './support/server.ts';
import { PlainBrowser } from './support/sign-in.ts';

const missing = whyNoBalancedServers();
test.skip(missing !== undefined, missing ?? '');

const COUNT = 3;

let entity: AuthenticationEntity;
let servers: BalancedServers;

test.beforeAll(async () => {
  entity = await startAuthenticationEntity();
  servers = await startSeveralServers(COUNT, { args: [`${ENTITY_OPTION}=${entity.url}`] });
  await createConformanceRealm(servers.url, {
    attributes: { 'request.object.signature.alg': 'any', 'request.uris': 'http://127.0.0.1/*' },
  });
});
test.afterAll(async () => {
  if (servers !== undefined) expect(await servers.stop()).toBe(0);
  entity?.close();
});

test.describe('conformance modules', () => {
  const modules: Readonly<Record<string, Module>> = { ...TOKEN_MODULES, ...REQUEST_MODULES };
  const variants: readonly Variant[] = [{ responseType: 'code' }, { responseType: 'code id_token token' }];
  let aheadMs = 0;

  const pass = async (ms: number): Promise<void> => {
    aheadMs += ms;
    await moveClock(servers.url, REALM, aheadMs);
  };

  for (const variant of variants)
    for (const [name, module] of Object.entries(modules)) {
      if (module.applies?.(variant) === false) continue;
      test(`${variant.responseType}: ${name}: ${module.requires}`, async () => {
        const [rp, other] = [
          new RelyingParty(servers.url, variant),
          new RelyingParty(servers.url, variant, SECOND),
        ];
        for (const party of [rp, other]) party.now = () => Date.now() + aheadMs;
        await module.run({ url: servers.url, rp, other, variant, pass });
      });
    }
});

test.describe('SAML single logout', () => {
  const [FIRST, SECOND_ISSUER] = ['urn:example:first', 'urn:example:second'];
  const endpoint = (): string => `${servers.url}/realms/demo/protocol/saml`;
  const homeOf = (issuer: string): string => `http://127.0.0.1:8765/${issuer.split(':').at(-1)}`;
  let idpCert: string;

  test.beforeAll(async () => {
    idpCert = await readCertificate(servers.url);
    for (const issuer of [FIRST, SECOND_ISSUER])
      await createSamlClient(servers.url, {
        clientId: issuer,
        redirectUris: [`${homeOf(issuer)}/*`],
        frontchannelLogout: true,
        attributes: {
          'saml.client.signature': 'true',
          'saml.signing.certificate': certificateText('signing'),
          'saml.assertion.signature': 'true',
          'saml.server.signature': 'true',
          saml_assertion_consumer_url_post: `${homeOf(issuer)}/acs`,
          saml_single_logout_service_url_redirect: `${homeOf(issuer)}/slo`,
        },
      });
  });

  const providerOf = (issuer: string): SAML =>
    new SAML({
      issuer,
      callbackUrl: `${homeOf(issuer)}/acs`,
      entryPoint: endpoint(),
      logoutUrl: endpoint(),
      logoutCallbackUrl: `${homeOf(issuer)}/slo`,
      idpCert,
      idpIssuer: `${servers.url}/realms/demo`,
      audience: issuer,
      privateKey: sampleKeys().signing.key,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      authnRequestBinding: 'HTTP-POST',
      disableRequestedAuthnContext: true,
      validateInResponseTo: ValidateInResponseTo.always,
    });

  async function signIn(provider: SAML, browser: PlainBrowser, username?: string): Promise<Profile> {
    const form = (await provider.getAuthorizeMessageAsync('')) as Record<string, string>;
    const { fields } = await deliver(browser, { url: endpoint(), form }, username);
    const { profile } = await provider.validatePostResponseAsync({ ...fields });
    if (profile === null) throw new Error('node-saml read no profile');
    return profile;
  }

  async function isSignedIn(browser: PlainBrowser): Promise<boolean> {
    const url = await providerOf(FIRST).getAuthorizeUrlAsync('', undefined, {});
    return 'binding' in (await browse(browser, { url }));
  }

  for (let turn = 0; turn < COUNT; turn += 1)
    test(`SAML Profiles §4.4.3: both service providers of a session are signed out, begun ${turn} requests later at another server`, async () => {
      const [first, second, browser] = [providerOf(FIRST), providerOf(SECOND_ISSUER), new PlainBrowser()];
      const profile = await signIn(first, browser, 'alice');
      await signIn(second, browser);
      for (let skipped = 0; skipped < turn; skipped += 1) expect(await isSignedIn(browser)).toBe(true);
      const visit = await deliver(browser, { url: await first.getLogoutUrlAsync(profile, 'mine', {}) });
      expect(visit.target).toBe(`${homeOf(SECOND_ISSUER)}/slo`);
      const { profile: named } = await second.validateRedirectAsync({ ...visit.fields }, visit.query);
      if (named === null) throw new Error('node-saml read no request');
      const done = await second.getLogoutResponseUrlAsync(named, visit.fields['RelayState'] ?? '', {}, true);
      const answer = await deliver(browser, { url: done });
      expect(answer.target).toBe(`${homeOf(FIRST)}/slo`);
      expect(answer.fields['RelayState']).toBe('mine');
      const read = await first.validateRedirectAsync({ ...answer.fields }, answer.query);
      expect(read).toMatchObject({ loggedOut: true });
      expect(await isSignedIn(browser)).toBe(false);
    });
});

test.describe('CIBA', () => {
  async function ask(till: oidc.Configuration, status?: string) {
    const binding_message = createBindingMessage();
    const parameters = { scope: 'openid profile', login_hint: 'alice', binding_message };
    const request = await oidc.initiateBackchannelAuthentication(till, parameters);
    const { token } =
      entity.delegations.find(({ body }) => body['binding_message'] === binding_message) ?? {};
    const answer = async (result: string): Promise<number> =>
      (await report(servers.url, token, { status: result })).status;
    if (status !== undefined) expect(await answer(status)).toBe(200);
    return { request, answer };
  }

  test('CIBA §11: polls at any server get authorization_pending until the user has answered', async () => {
    const till = await discoverClient(servers.url);
    const { request, answer } = await ask(till);
    for (let poll = 0; poll < COUNT; poll += 1) {
      const { error } = await refusalOf(pollOnce(till, request.auth_req_id));
      expect(error).toBe(poll === 0 ? 'authorization_pending' : 'slow_down');
    }
    expect(await answer('SUCCEED')).toBe(200);
    await moveClock(servers.url, 'demo', request.expires_in * 500);
    try {
      expect((await pollAnswered(till, request)).claims()?.['preferred_username']).toBe('alice');
    } finally {
      await moveClock(servers.url, 'demo', 0);
    }
  });

  test('CIBA §10.1.1: of polls at all servers at once, one gets the tokens', async () => {
    const till = await discoverClient(servers.url);
    for (let round = 0; round < COUNT; round += 1) {
      const { request } = await ask(till, 'SUCCEED');
      const polls = await Promise.allSettled(
        Array.from({ length: COUNT }, () => pollOnce(till, request.auth_req_id)),
      );
      expect(polls.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    }
  });

  test('CIBA §11: a denial that one server received is returned by the others', async () => {
    const till = await discoverClient(servers.url);
    for (const result of ['UNAUTHORIZED', 'CANCELLED', 'UNAUTHORIZED']) {
      const { request } = await ask(till, result);
      const refusal = await refusalOf(pollOnce(till, request.auth_req_id));
      expect(refusal).toMatchObject({ status: 400, error: 'access_denied' });
    }
  });

  test('an answer is taken once, whichever servers get it', async () => {
    const till = await discoverClient(servers.url);
    const { answer } = await ask(till, 'SUCCEED');
    for (let time = 0; time < COUNT; time += 1) expect(await answer('UNAUTHORIZED')).not.toBe(200);
  });
});

test.describe('device grant', () => {
  let device: oidc.Configuration;
  const alice = person('alice');

  test.beforeAll(async () => {
    device = await discoverClient(servers.url, 'demo-tv', oidc.None());
  });

  /** Types the code as if read from a television, and signs in. */
  async function typeCode(page: Page, { verification_uri, user_code }: oidc.DeviceAuthorizationResponse) {
    await page.goto(verification_uri);
    await page.fill('#device-user-code', user_code);
    await page.keyboard.press('Enter');
    await page.fill('#username', alice.username);
    await page.fill('#password', alice.password);
    await page.click('#kc-login');
    await expect(page.locator('#kc-oauth')).toBeVisible();
  }

  test('RFC 8628 §3.4: the device polls while the user types its code, signs in and consents at other servers', async ({
    page,
  }) => {
    const codes = await oidc.initiateDeviceAuthorization(device, { scope: 'openid profile' });
    const tokens = oidc.pollDeviceAuthorizationGrant(device, codes);
    await typeCode(page, codes);
    await page.click('#kc-login');
    await expect(page.locator('h1')).toHaveText('Device Login Successful');
    const granted = await tokens;
    expect(granted.claims()).toMatchObject({ preferred_username: 'alice', aud: 'demo-tv' });
    const fresh = await oidc.refreshTokenGrant(device, granted.refresh_token ?? '');
    expect(fresh.claims()?.sub).toBe(granted.claims()?.sub);
  });

  test('RFC 8628 §3.5: if the user denies the request, the device gets access_denied at any server', async ({
    page,
  }) => {
    const codes = await oidc.initiateDeviceAuthorization(device, { scope: 'openid' });
    await typeCode(page, codes);
    await page.click('#kc-cancel');
    await expect(page.locator('#kc-oauth')).toBeHidden();
    const poll = oidc.pollDeviceAuthorizationGrant(device, codes);
    expect((await refusalOf(poll)).error).toBe('access_denied');
  });
});

test('a sample application runs on one server, and is listed and stopped on every one', async () => {
  const applications = '/emulator/v1/realms/demo/applications';
  /** What as many servers as there are say in turn. */
  async function states(): Promise<readonly unknown[]> {
    const found = [];
    for (let turn = 0; turn < COUNT; turn += 1) {
      const answered = await callAdmin(servers.url, 'GET', applications);
      const rows = (await answered.json()) as { id: string; state: string; url?: string }[];
      const { state, url } = rows.find(({ id }) => id === 'web') ?? {};
      found.push({ state, url });
    }
    return found;
  }
  const started = await callAdmin(servers.url, 'POST', `${applications}/web`);
  const { url } = (await started.json()) as { url: string };
  expect((await fetch(url)).status).toBe(200);
  await expect.poll(states).toEqual(Array(COUNT).fill({ state: 'running', url }));
  const stopped = await callAdmin(servers.url, 'DELETE', `${applications}/web`);
  expect(stopped.status).toBe(200);
  await expect.poll(states).toEqual(Array(COUNT).fill({ state: 'stopped' }));
  await expect(fetch(url)).rejects.toThrow();
});

test('the balancer has given each server a third of the requests', async () => {
  const counts = await servers.balancer.countRequests();
  expect(counts.length).toBe(COUNT);
  expect(Math.min(...counts)).toBeGreaterThan(10);
  // In turns; the first requests of each server may wait for its first check.
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(10);
});
