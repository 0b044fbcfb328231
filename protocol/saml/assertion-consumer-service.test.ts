import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusCodes } from './testing/response.ts';
import { type SamlTestServer, withSamlServer } from './testing/server.ts';
import { BINDING_URNS } from './xml-names.ts';

async function place(server: SamlTestServer, attributes: Record<string, string> = {}, issuer = 'sp') {
  const { binding, destination } = await server.signIn(server.authnRequest({ attributes, issuer }));
  return [binding, destination];
}

async function refuse(server: SamlTestServer, attributes: Record<string, string>, issuer = 'sp') {
  const refusal = server.refusal(await server.sendRedirect(server.authnRequest({ attributes, issuer })));
  assert.deepEqual(
    [refusal.status, refusal.code, refusal.page],
    [400, 'invalid_redirect_uri', 'Invalid redirect uri'],
  );
  assert.equal(refusal.rule, 'check-assertion-consumer-service');
  return refusal;
}

test('SAML Profiles §4.1.4.1: a URL that the client registered is taken letter by letter', async () => {
  await withSamlServer(async (server) => {
    const url = 'http://sp.test/other?a=1&code=2';
    assert.deepEqual(await place(server, { AssertionConsumerServiceURL: url.replace('&', '&amp;') }), [
      'redirect',
      url,
    ]);
    await server.changeClient('sp', { redirectUris: ['http://exact.test'] });
    const [, destination] = await place(server, {
      AssertionConsumerServiceURL: 'http://exact.test',
      ProtocolBinding: BINDING_URNS.post,
    });
    assert.equal(destination, 'http://exact.test');
  });
});

test('SAML Profiles §4.1.4.1: any other URL is refused on a page, never followed', async () => {
  await withSamlServer(async (server) => {
    for (const url of [
      'http://evil.test/acs',
      'https://sp.test/acs',
      'http://sp.test.evil/',
      'javascript:alert(1)',
    ]) {
      const { remedy } = await refuse(server, { AssertionConsumerServiceURL: url });
      assert.ok(remedy?.includes('redirectUris of client sp'));
    }
    await server.changeClient('sp', { redirectUris: ['app://callback'] });
    await refuse(server, { AssertionConsumerServiceURL: 'app://callback' });
    await refuse(server, { AssertionConsumerServiceURL: '/acs' }, 'bare');
  });
});

test('SAML Core §3.4.1: ProtocolBinding chooses how the answer comes; without one it comes as the request did', async () => {
  await withSamlServer(async (server) => {
    assert.deepEqual(await place(server), ['redirect', 'http://sp.test/acs-redirect']);
    assert.deepEqual(await place(server, { ProtocolBinding: BINDING_URNS.post }), [
      'post',
      'http://sp.test/acs',
    ]);
    assert.deepEqual(await place(server, { ProtocolBinding: BINDING_URNS.paos }), [
      'redirect',
      'http://sp.test/acs-redirect',
    ]);
    await server.changeClient('sp', { attributes: { 'saml.force.post.binding': 'true' } });
    assert.deepEqual(await place(server, { ProtocolBinding: BINDING_URNS.redirect }), [
      'post',
      'http://sp.test/acs',
    ]);
  });
});

test('SAML Metadata §2.2.2: a URL that the client has for one binding alone is answered by it, one for two as the request came', async () => {
  await withSamlServer(async (server) => {
    const url = 'http://sp.test/posted';
    const wish = { AssertionConsumerServiceURL: url };
    assert.deepEqual(await place(server, wish), ['redirect', url]);
    await server.changeClient('sp', { attributes: { saml_assertion_consumer_url_post: url } });
    assert.deepEqual(await place(server, wish), ['post', url]);
    const wished = { ...wish, ProtocolBinding: BINDING_URNS.redirect };
    assert.deepEqual(await place(server, wished), ['redirect', url]);
    const indexed = 'saml.assertion.consumer.service.1';
    await server.changeClient('sp', { attributes: { [indexed]: `${BINDING_URNS.paos} ${url}` } });
    assert.deepEqual(await place(server, wish), ['post', url]);
    await server.changeClient('sp', { attributes: { [indexed]: `${BINDING_URNS.redirect} ${url}` } });
    assert.deepEqual(await place(server, wish), ['redirect', url]);
  });
});

test('SAML Core §3.4.1: a client without an address for the binding gets its answer at adminUrl; without that it is refused', async () => {
  await withSamlServer(async (server) => {
    const { remedy } = await refuse(server, {}, 'bare');
    assert.match(remedy ?? '', /saml_assertion_consumer_url_post or adminUrl of client bare/);
    await server.changeClient('bare', { adminUrl: '/saml', rootUrl: 'http://bare.test' });
    assert.deepEqual(await place(server, { AssertionConsumerServiceURL: 'null' }, 'bare'), [
      'post',
      'http://bare.test/saml',
    ]);
  });
});

test("SAML Core §3.4.1: an index of the client's metadata is taken with its binding, an unknown one refused", async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', {
      attributes: {
        'saml.assertion.consumer.service.0': `${BINDING_URNS.post} http://sp.test/zero`,
        'saml.assertion.consumer.service.7': `${BINDING_URNS.redirect} http://sp.test/seven`,
        'saml.assertion.consumer.service.9': `${BINDING_URNS.post} javascript:alert(1)`,
      },
    });
    assert.deepEqual(await place(server, { AssertionConsumerServiceIndex: '0' }), [
      'post',
      'http://sp.test/zero',
    ]);
    assert.deepEqual(await place(server, { AssertionConsumerServiceIndex: '7' }), [
      'redirect',
      'http://sp.test/seven',
    ]);
    const broken = await refuse(server, { AssertionConsumerServiceIndex: '9' });
    assert.match(broken.reason, /service\.9 of client sp is not the URN of a binding, a blank and an http/);
    const { reason } = await refuse(server, { AssertionConsumerServiceIndex: '1' });
    assert.match(reason, /service\.0, saml\.assertion\.consumer\.service\.7/);
  });
});

test('SAML Core §3.4.1: an index means nothing to a client without any, and Activity says so', async () => {
  await withSamlServer(async (server) => {
    const delivered = await server.signIn(
      server.authnRequest({ attributes: { AssertionConsumerServiceIndex: '3' } }),
    );
    assert.deepEqual(statusCodes(delivered), ['Success']);
    await server.sendRedirect(server.authnRequest({ attributes: { AssertionConsumerServiceIndex: '3' } }));
    const notes = server.newest().decisions.filter(({ outcome }) => outcome === 'noted');
    assert.ok(notes.some(({ detail }) => detail.includes('AssertionConsumerServiceIndex 3 means nothing')));
  });
});
