import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import type { IdentityProvider } from './identity-providers.ts';
import { isStoodIn, judgeStandIn } from './stood-in.ts';

const exchange = (name = 'r', baseUrl = 'https://sso.example:8443') => ({ realm: { name }, baseUrl });
const provider = (type: string, config: Readonly<Record<string, string>> = {}) =>
  ({ alias: 'a', type, config }) as IdentityProvider;
const oidc = (url: string, setting?: string) =>
  provider('oidc', {
    authorizationUrl: `${url}/auth`,
    tokenUrl: `${url}/token`,
    ...(setting === undefined ? {} : { 'understudy.stand-in': setting }),
  });

test('auto: social networks and providers on other machines have a stand-in', () => {
  for (const type of ['google', 'github', 'microsoft', 'facebook', 'gitlab', 'linkedin-openid-connect'])
    assert.equal(isStoodIn(exchange(), provider(type)), true, type);
  for (const url of ['https://idp.example', 'https://keycloak-eid:8444/auth', 'http://10.255.255.1'])
    assert.equal(isStoodIn(exchange(), oidc(url)), true, url);
});

test('auto: providers on this machine, or of this server, are asked themselves', () => {
  const [own] = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const urls = [
    'http://localhost:9',
    'http://127.0.0.1',
    'http://127.9.9.9:1',
    'http://[::1]:9',
    'http://a.localhost',
    'http://host.docker.internal',
    'https://SSO.example',
    `\${authBaseUrl}/realms/other`,
  ];
  for (const url of [...urls, ...(own?.family === 'IPv4' ? [`http://${own.address}:8080`] : [])])
    assert.equal(isStoodIn(exchange(), oidc(url)), false, url);
});

test('always and never decide, whatever the provider is', () => {
  assert.equal(isStoodIn(exchange(), oidc('http://localhost', 'always')), true);
  assert.equal(isStoodIn(exchange(), oidc('https://idp.example', 'never')), false);
  assert.equal(isStoodIn(exchange(), provider('google', { 'understudy.stand-in': 'never' })), false);
});

test('security: in the realm master, only the setting makes a stand-in', () => {
  assert.equal(isStoodIn(exchange('master'), provider('google')), false);
  assert.equal(isStoodIn(exchange('master'), provider('google', { 'understudy.stand-in': 'always' })), true);
});

test('bad input: addresses that are none', () => {
  assert.equal(isStoodIn(exchange(), provider('oidc')), true);
  assert.equal(isStoodIn(exchange(), oidc('no url', 'sometimes')), true);
});

test('Activity and the console: the judgement has its reason', () => {
  const reasonOf = (given: IdentityProvider, realm?: string) => judgeStandIn(exchange(realm), given).reason;
  assert.equal(reasonOf(provider('google')), 'network');
  assert.equal(reasonOf(provider('google'), 'master'), 'master');
  assert.equal(reasonOf(oidc('https://idp.example')), 'elsewhere');
  assert.equal(reasonOf(oidc('http://localhost')), 'here');
  assert.equal(reasonOf(oidc('http://localhost', 'always')), 'always');
  assert.equal(reasonOf(provider('google', { 'understudy.stand-in': 'never' }), 'master'), 'never');
});
