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

test('SAML Profiles §4.1.4.1: a registered URL is used unchanged', async () => {
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

test('SAML Profiles §4.1.4.1: any other URL is rejected on a page and never redirected to', async () => {
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

test('SAML Profiles §4.1.4.1: a URL that differs in a detail, or is malformed, is told apart in the remedy', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', { redirectUris: ['http://localhost:3000/acs'] });
    const near = await refuse(server, { AssertionConsumerServiceURL: 'http://127.0.0.1:3000/acs' });
    assert.match(near.remedy ?? '', /^The client has http:\/\/localhost:3000\/acs registered; .* Add http:/);
    const malformed = await refuse(server, { AssertionConsumerServiceURL: 'localhost:3000/acs' });
    assert.equal(
      malformed.remedy,
      'It has no scheme. Send the whole address, such as "http://localhost:3000/acs".',
    );
  });
});

test('SAML Core §3.4.1: ProtocolBinding selects the binding of the response; the default is the binding of the request', async () => {
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

test('SAML Metadata §2.2.2: a URL registered for one binding is answered by it, one registered for several by that of the request', async () => {
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

test('SAML Core §3.4.1: a client without an address for the binding gets its response at adminUrl, or is rejected without one', async () => {
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

test("SAML Core §3.4.1: an index in the client's metadata selects URL and binding; an unknown one is rejected", async () => {
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
    assert.match(broken.reason, /service\.9 of client sp is not a binding URN, a space and an http/);
    const { reason } = await refuse(server, { AssertionConsumerServiceIndex: '1' });
    assert.match(reason, /service\.0, saml\.assertion\.consumer\.service\.7/);
  });
});

test('SAML Core §3.4.1: an index is ignored if the client has none, and Activity reports it', async () => {
  await withSamlServer(async (server) => {
    const delivered = await server.signIn(
      server.authnRequest({ attributes: { AssertionConsumerServiceIndex: '3' } }),
    );
    assert.deepEqual(statusCodes(delivered), ['Success']);
    await server.sendRedirect(server.authnRequest({ attributes: { AssertionConsumerServiceIndex: '3' } }));
    const notes = server.newest().decisions.filter(({ outcome }) => outcome === 'noted');
    assert.ok(notes.some(({ detail }) => detail.includes('AssertionConsumerServiceIndex 3 is ignored')));
  });
});
