import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOAuthServer } from '../testing/server.ts';

const SETTINGS = 'max_auth_age';

for (const [name, realm, seconds] of [
  ['five minutes by default', {}, 300],
  ['maxAuthAge of the password policy', { passwordPolicy: 'length(3) and maxAuthAge(60)' }, 60],
  [
    'max_auth_age of the action before the policy',
    {
      passwordPolicy: 'maxAuthAge(60)',
      requiredActions: [{ alias: 'UPDATE_PASSWORD', enabled: true, config: { [SETTINGS]: '120' } }],
    },
    120,
  ],
  [
    'a max_auth_age that is no number is ignored',
    { requiredActions: [{ alias: 'UPDATE_PASSWORD', enabled: true, config: { [SETTINGS]: 'soon' } }] },
    300,
  ],
] as const)
  test(`Keycloak kc_action: the user must sign in again after ${name}`, () =>
    withOAuthServer(async (server) => {
      await server.changeRealm((stored) => ({ ...stored, ...JSON.parse(JSON.stringify(realm)) }));
      const browser = server.browser();
      await server.signIn(browser);
      const open = () => server.authorize(browser, { kc_action: 'UPDATE_PASSWORD' });
      server.pass(seconds);
      assert.match((await open()).text, /kc-passwd-update-form/);
      server.pass(1);
      const page = await open();
      assert.match(page.text, /Please re-authenticate to continue/);
      assert.equal((await server.authorize(browser, { kc_action: 'NO_SUCH_ACTION' })).status, 302);
    }));

test('OIDC Core §3.1.2.1: the shorter of max_age and the age of the action applies', () =>
  withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    server.pass(61);
    const page = await server.authorize(browser, { kc_action: 'UPDATE_PASSWORD', max_age: '60' });
    assert.match(page.text, /Please re-authenticate to continue/);
  }));

for (const sent of ['', ':', ':skip_if_exists'])
  test(`Keycloak kc_action: "${sent}" starts nothing`, () =>
    withOAuthServer(async (server) => {
      const answer = await server.signIn(server.browser(), { kc_action: sent });
      assert.equal('kc_action_status' in answer, false);
    }));

test('Keycloak kc_action: a parameter that the action does not have is ignored, and noted in Activity', () =>
  withOAuthServer(async (server) => {
    await server.authorize(server.browser(), { kc_action: 'UPDATE_PASSWORD:skip_if_exists' });
    const id = server.activity.list().records[0]?.id ?? '';
    const decisions = server.activity.find(id, { reveal: false })?.decisions ?? [];
    assert.match(JSON.stringify(decisions), /UPDATE_PASSWORD has no parameter/);
  }));

test('RFC 9126 §2.1: kc_action of a pushed request counts', () =>
  withOAuthServer(async (server) => {
    const pushed = await server.post('ext/par/request', {
      client_id: 'web',
      client_secret: 'web-secret',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'http://app.test/callback',
      kc_action: 'UPDATE_PASSWORD',
    });
    const browser = server.browser();
    const page = await server.authorize(browser, { request_uri: String(pushed.body['request_uri']) });
    const shown = await browser.follow(await browser.signIn(page, 'alice', 'alice-password'));
    assert.match(shown.text, /id="kc-cancel"/);
  }));
