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
  ['by POST if the sign-in was', { ...POST, ...REDIRECT }, {}, 'post', 'post http://sp.test/post'],
  [
    'by redirect if the sign-in was',
    { ...POST, ...REDIRECT },
    {},
    'redirect',
    'redirect http://sp.test/redirect',
  ],
  ['by POST if forced', { ...POST, ...REDIRECT, ...FORCE_POST }, {}, 'redirect', 'post http://sp.test/post'],
  [
    'by redirect if it is the only address',
    { ...REDIRECT, ...FORCE_POST },
    {},
    'post',
    'redirect http://sp.test/redirect',
  ],
  ['by POST if it is the only address', POST, {}, 'redirect', 'post http://sp.test/post'],
  ['to the Admin URL by POST if nothing is set', {}, admin, 'redirect', 'post http://sp.test/admin'],
  [
    'by artifact if forced',
    { ...POST, ...ARTIFACT, ...FORCE_ARTIFACT },
    {},
    'post',
    'artifact http://sp.test/artifact',
  ],
  [
    'by POST if artifacts are forced but have no address',
    { ...POST, ...FORCE_ARTIFACT },
    {},
    'post',
    'post http://sp.test/post',
  ],
  ['nowhere without an address', {}, {}, 'post', undefined],
  ['nowhere with only a SOAP address', SOAP, {}, 'post', undefined],
  [
    'nowhere if the address is not http(s)',
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
    'by redirect if the request came so',
    { ...POST, ...REDIRECT },
    {},
    'redirect',
    'redirect http://sp.test/redirect',
  ],
  ['by POST if the request came so', { ...POST, ...REDIRECT }, {}, 'post', 'post http://sp.test/post'],
  ['by POST if forced', { ...POST, ...REDIRECT, ...FORCE_POST }, {}, 'redirect', 'post http://sp.test/post'],
  [
    'by redirect if POST is forced but has no address',
    { ...REDIRECT, ...FORCE_POST },
    {},
    'redirect',
    'redirect http://sp.test/redirect',
  ],
  ['to the Admin URL by the binding of the request', {}, admin, 'redirect', 'redirect http://sp.test/admin'],
  ['by POST if it is the only address', POST, {}, 'redirect', 'post http://sp.test/post'],
  ['by redirect if it is the only address', REDIRECT, {}, 'post', 'redirect http://sp.test/redirect'],
  [
    'by artifact if the request came so',
    { ...POST, ...ARTIFACT },
    {},
    'artifact',
    'artifact http://sp.test/artifact',
  ],
  [
    'by POST to a client that sends but does not accept artifacts',
    POST,
    {},
    'artifact',
    'post http://sp.test/post',
  ],
  ['nowhere without an address', SOAP, {}, 'post', undefined],
  [
    'by redirect to the response address',
    { ...POST, ...REDIRECT, ...ANSWERS },
    {},
    'redirect',
    'redirect http://sp.test/back-redirect',
  ],
  [
    'by POST, if forced, to the response address',
    { ...POST, ...REDIRECT, ...ANSWERS, ...FORCE_POST },
    {},
    'redirect',
    'post http://sp.test/back-post',
  ],
  [
    'by artifact to the response address',
    { ...ARTIFACT, ...ANSWERS },
    {},
    'artifact',
    'artifact http://sp.test/back-artifact',
  ],
  [
    'to the request address if that for responses is not http(s)',
    { ...POST, ...BROKEN_ANSWERS },
    {},
    'post',
    'post http://sp.test/post',
  ],
] as const) {
  test(`SAML Profiles §4.4.3.4: a response goes ${what}`, () => {
    const address = findResponseAddress(providerOf(attributes, changes), BASE, request);
    assert.equal(address && `${address.binding} ${address.url}`, expected);
  });
}

test('SAML Metadata §2.2.2: requests do not go to the response address', () => {
  const provider = providerOf({ ...POST, ...REDIRECT, ...ANSWERS });
  assert.equal(findRequestAddress(provider, BASE, 'post')?.url, 'http://sp.test/post');
  assert.equal(findRequestAddress(provider, BASE, 'redirect')?.url, 'http://sp.test/redirect');
});

const back = { frontchannelLogout: false };

for (const [what, attributes, changes, expected] of [
  ['by SOAP', { ...POST, ...SOAP }, back, 'soap http://sp.test/soap'],
  ['by SOAP even with front-channel logout', SOAP, {}, 'soap http://sp.test/soap'],
  ['by a plain POST', POST, back, 'post http://sp.test/post'],
  ['by a plain POST to the Admin URL', REDIRECT, { ...back, ...admin }, 'post http://sp.test/admin'],
  ['not at all with front-channel logout', { ...POST, ...REDIRECT }, admin, undefined],
  ['not at all without an address', REDIRECT, back, undefined],
] as const) {
  test(`the server notifies a service provider ${what}`, () => {
    const address = findBackChannelAddress(providerOf(attributes, changes), BASE);
    assert.equal(address && `${address.binding} ${address.url}`, expected);
  });
}
