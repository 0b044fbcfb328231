import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buttonOf, provider, standInAction, withProviders } from '#protocol/broker/testing/brokering.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { TestPage } from '#protocol/login/testing/browser.ts';
import { parseArtifact, sourceIdOf } from '#protocol/saml/artifacts.ts';
import { readDelivered } from '#protocol/saml/testing/server.ts';
import { artifactRecipient, standInAddress } from './ask-person.ts';

const ARTIFACT = { artifactBindingResponse: 'true' };

/** The answer of the stand-in, and where it is sent. */
const answered = (
  config: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>>,
  use: (page: TestPage, baseUrl: string) => void,
): Promise<void> =>
  withProviders(
    [provider('corp', 'saml', { singleSignOnServiceUrl: 'https://idp.example/sso', ...config })],
    async ({ baseUrl }, browser) => {
      const page = await browser.follow(await browser.get(buttonOf(await browser.open(), 'corp')));
      use(await browser.post(standInAction(page), fields), baseUrl);
    },
  );

test('SAML Bindings §3.6.3: asked for an artifact, the browser carries one of the stand-in to the endpoint, with the RelayState', () =>
  answered(ARTIFACT, { person: '0' }, ({ status, headers, text }, baseUrl) => {
    const url = new URL(headers.get('location') ?? '');
    assert.equal(status, 302);
    assert.equal(`${url.origin}${url.pathname}`, `${baseUrl}/realms/r/broker/corp/endpoint`);
    assert.deepEqual([...url.searchParams.keys()], ['SAMLart', 'RelayState']);
    assert.deepEqual(parseArtifact(url.searchParams.get('SAMLart') ?? ''), {
      endpointIndex: 0,
      sourceId: sourceIdOf(`${baseUrl}/stand-ins/r/corp`),
    });
    assert.match(headers.get('cache-control') ?? '', /no-store/);
    assert.doesNotMatch(text, /SAMLResponse/);
  }));

test('SAML Bindings §3.6.4: the artifact names the entity ID of the settings', () =>
  answered({ ...ARTIFACT, idpEntityId: 'urn:idp' }, { person: '0' }, ({ headers }) => {
    const { searchParams } = new URL(headers.get('location') ?? '');
    assert.equal(parseArtifact(searchParams.get('SAMLart') ?? '')?.sourceId, sourceIdOf('urn:idp'));
  }));

test('Keycloak postBindingResponse: an artifact is posted in a form', () =>
  answered({ ...ARTIFACT, postBindingResponse: 'true' }, { person: '0' }, ({ status, text }) => {
    assert.equal(status, 200);
    assert.match(text, /name="SAMLart" value="AAQAA/);
    assert.match(text, /name="RelayState"/);
  }));

test('SAML Bindings §3.6: a refusal goes by artifact, too', () =>
  answered(ARTIFACT, { person: 'refuse' }, ({ headers }) =>
    assert.match(headers.get('location') ?? '', /\?SAMLart=/),
  ));

test('SAML Profiles §4.1.4.3: without artifacts, a response is posted, whatever binding the settings name', () =>
  answered({ postBindingResponse: 'false' }, { person: '0' }, (page, baseUrl) => {
    const { binding, parameter, destination } = readDelivered(page);
    assert.deepEqual([binding, parameter], ['post', 'SAMLResponse']);
    assert.equal(destination, `${baseUrl}/realms/r/broker/corp/endpoint`);
  }));

test('without a person, nothing is sent: the page asks again', () =>
  answered(ARTIFACT, { person: '99' }, ({ status, headers, text }) => {
    assert.deepEqual([status, headers.get('location')], [200, null]);
    assert.match(text, /Choose a person/);
  }));

test('an artifact of one provider is not for another one of the same realm', () => {
  assert.notEqual(artifactRecipient({ alias: 'a' }, 'b","c'), artifactRecipient({ alias: 'a","b' }, 'c'));
  assert.notEqual(artifactRecipient({ alias: 'a' }, 'urn:sp'), artifactRecipient({ alias: 'b' }, 'urn:sp'));
});

test('the address of a stand-in is absolute, below the path of the server, and without a query', () => {
  const exchange = createTestExchange({ baseUrl: 'https://id.test/auth', query: 'a=b' });
  const path = '/auth/stand-ins/r/corp/saml';
  assert.equal(
    standInAddress({ ...exchange, basePath: '/auth', path }),
    'https://id.test/auth/stand-ins/r/corp/saml',
  );
});
