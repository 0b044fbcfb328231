import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { readServiceProvider, type ServiceProvider } from '../service-provider.ts';
import { findBackChannelAddress, findRequestAddress, findResponseAddress } from './logout-address.ts';

const BASE = 'http://idp.test';

type Attributes = Readonly<Record<string, string>>;

const POST: Attributes = { saml_single_logout_service_url_post: 'http://sp.test/post' };
const REDIRECT: Attributes = { saml_single_logout_service_url_redirect: 'http://sp.test/redirect' };
const ARTIFACT: Attributes = { saml_single_logout_service_url_artifact: 'http://sp.test/artifact' };
const SOAP: Attributes = { saml_single_logout_service_url_soap: 'http://sp.test/soap' };
const ANSWERS: Attributes = {
  'saml.single.logout.response.url.post': 'http://sp.test/back-post',
  'saml.single.logout.response.url.redirect': 'http://sp.test/back-redirect',
  'saml.single.logout.response.url.artifact': 'http://sp.test/back-artifact',
};
const BROKEN_ANSWERS: Attributes = { 'saml.single.logout.response.url.post': 'javascript:alert(1)' };
const FORCE_POST: Attributes = { 'saml.force.post.binding': 'true' };
const FORCE_ARTIFACT: Attributes = { 'saml.artifact.binding': 'true' };

function providerOf(attributes: Attributes, changes: Partial<ClientRepresentation> = {}): ServiceProvider {
  const client = {
    clientId: 'sp',
    protocol: 'saml',
    ...changes,
    attributes: { 'saml.client.signature': 'false', 'saml.force.post.binding': 'false', ...attributes },
  };
  const found = createTestExchange({ realm: { clients: [client] } }).realm.clients.get('sp');
  assert.ok(found);
  return readServiceProvider(found, 0);
}

const admin: Partial<ClientRepresentation> = { adminUrl: 'http://sp.test/admin' };

for (const [what, attributes, changes, signIn, expected] of [
  ['by POST when the sign-in was', { ...POST, ...REDIRECT }, {}, 'post', 'post http://sp.test/post'],
  [
    'by redirect when the sign-in was',
    { ...POST, ...REDIRECT },
    {},
    'redirect',
    'redirect http://sp.test/redirect',
  ],
  [
    'by POST when that is forced',
    { ...POST, ...REDIRECT, ...FORCE_POST },
    {},
    'redirect',
    'post http://sp.test/post',
  ],
  [
    'by redirect when there is nothing else',
    { ...REDIRECT, ...FORCE_POST },
    {},
    'post',
    'redirect http://sp.test/redirect',
  ],
  ['by POST when there is nothing else', POST, {}, 'redirect', 'post http://sp.test/post'],
  ['to the Admin URL by POST when nothing is set', {}, admin, 'redirect', 'post http://sp.test/admin'],
  [
    'by artifact when that is forced',
    { ...POST, ...ARTIFACT, ...FORCE_ARTIFACT },
    {},
    'post',
    'artifact http://sp.test/artifact',
  ],
  [
    'by POST when artifacts are forced and have no address',
    { ...POST, ...FORCE_ARTIFACT },
    {},
    'post',
    'post http://sp.test/post',
  ],
  ['nowhere without an address', {}, {}, 'post', undefined],
  ['nowhere with a SOAP address alone', SOAP, {}, 'post', undefined],
  [
    'nowhere when the address runs code',
    { saml_single_logout_service_url_post: 'javascript:alert(1)' },
    {},
    'post',
    undefined,
  ],
] as const) {
  test(`SAML Profiles §4.4.3.3: a request goes ${what}`, () => {
    const address = findRequestAddress(providerOf(attributes, changes), BASE, signIn);
    assert.equal(address && `${address.binding} ${address.url}`, expected);
  });
}

for (const [what, attributes, changes, request, expected] of [
  [
    'by redirect to who asked so',
    { ...POST, ...REDIRECT },
    {},
    'redirect',
    'redirect http://sp.test/redirect',
  ],
  ['by POST to who asked so', { ...POST, ...REDIRECT }, {}, 'post', 'post http://sp.test/post'],
  [
    'by POST when that is forced',
    { ...POST, ...REDIRECT, ...FORCE_POST },
    {},
    'redirect',
    'post http://sp.test/post',
  ],
  [
    'by redirect when POST is forced and has no address',
    { ...REDIRECT, ...FORCE_POST },
    {},
    'redirect',
    'redirect http://sp.test/redirect',
  ],
  ['to the Admin URL by the binding of the request', {}, admin, 'redirect', 'redirect http://sp.test/admin'],
  ['by POST when there is nothing else', POST, {}, 'redirect', 'post http://sp.test/post'],
  ['by redirect when there is nothing else', REDIRECT, {}, 'post', 'redirect http://sp.test/redirect'],
  [
    'by artifact to who asked so',
    { ...POST, ...ARTIFACT },
    {},
    'artifact',
    'artifact http://sp.test/artifact',
  ],
  ['by POST to who asked by artifact and takes none', POST, {}, 'artifact', 'post http://sp.test/post'],
  ['nowhere without an address', SOAP, {}, 'post', undefined],
  [
    'by redirect to the address of answers',
    { ...POST, ...REDIRECT, ...ANSWERS },
    {},
    'redirect',
    'redirect http://sp.test/back-redirect',
  ],
  [
    'by POST, when that is forced, to the address of answers',
    { ...POST, ...REDIRECT, ...ANSWERS, ...FORCE_POST },
    {},
    'redirect',
    'post http://sp.test/back-post',
  ],
  [
    'by artifact to the address of answers',
    { ...ARTIFACT, ...ANSWERS },
    {},
    'artifact',
    'artifact http://sp.test/back-artifact',
  ],
  [
    'to the address of requests where that of answers runs code',
    { ...POST, ...BROKEN_ANSWERS },
    {},
    'post',
    'post http://sp.test/post',
  ],
] as const) {
  test(`SAML Profiles §4.4.3.4: an answer goes ${what}`, () => {
    const address = findResponseAddress(providerOf(attributes, changes), BASE, request);
    assert.equal(address && `${address.binding} ${address.url}`, expected);
  });
}

test('SAML Metadata §2.2.2: requests do not go to the address of answers', () => {
  const provider = providerOf({ ...POST, ...REDIRECT, ...ANSWERS });
  assert.equal(findRequestAddress(provider, BASE, 'post')?.url, 'http://sp.test/post');
  assert.equal(findRequestAddress(provider, BASE, 'redirect')?.url, 'http://sp.test/redirect');
});

const back = { frontchannelLogout: false };

for (const [what, attributes, changes, expected] of [
  ['by SOAP', { ...POST, ...SOAP }, back, 'soap http://sp.test/soap'],
  ['by SOAP although it hears by the browser', SOAP, {}, 'soap http://sp.test/soap'],
  ['by a plain POST', POST, back, 'post http://sp.test/post'],
  ['by a plain POST to the Admin URL', REDIRECT, { ...back, ...admin }, 'post http://sp.test/admin'],
  ['not at all when it hears by the browser', { ...POST, ...REDIRECT }, admin, undefined],
  ['not at all without an address', REDIRECT, back, undefined],
] as const) {
  test(`the server itself tells a service provider ${what}`, () => {
    const address = findBackChannelAddress(providerOf(attributes, changes), BASE);
    assert.equal(address && `${address.binding} ${address.url}`, expected);
  });
}
