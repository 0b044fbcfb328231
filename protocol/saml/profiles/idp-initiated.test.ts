import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeOf } from '#protocol/xml/read-xml.ts';
import { elementOf, nameIdOf } from '../testing/response.ts';
import { readDelivered, type SamlTestServer, withSamlServer } from '../testing/server.ts';

const NAMED = { attributes: { saml_idp_initiated_sso_url_name: 'shop' } };

async function open(server: SamlTestServer, name: string, query = '') {
  const browser = server.browser();
  const page = await browser.get(`${server.endpoint}/clients/${name}${query}`);
  return { browser, page };
}

test('SAML Profiles §4.1.5: the response is unsolicited, goes by POST and carries the relay state from the URL', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', {
      attributes: { ...NAMED.attributes, saml_idp_initiated_sso_relay_state: 'usual' },
    });
    const { browser, page } = await open(server, 'shop', '?RelayState=%2Fdeep%20link');
    const delivered = readDelivered(await browser.signIn(page, 'alice', 'alice-password'));
    assert.equal(delivered.binding, 'post');
    assert.equal(delivered.destination, 'http://sp.test/acs');
    assert.equal(delivered.relayState, '/deep link');
    assert.equal(nameIdOf(delivered).value, 'alice');
    assert.doesNotMatch(delivered.xml, /InResponseTo/);
    assert.equal(
      attributeOf(elementOf(delivered.root, 'SubjectConfirmationData'), 'Recipient'),
      'http://sp.test/acs',
    );
    const again = readDelivered(await browser.get(`${server.endpoint}/clients/shop`));
    assert.equal(again.relayState, 'usual');
  });
});

test('SAML Profiles §4.1.5: without an address for POST the response goes by redirect', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', {
      attributes: { ...NAMED.attributes, saml_assertion_consumer_url_post: '' },
    });
    const { browser, page } = await open(server, 'shop');
    const delivered = readDelivered(await browser.signIn(page, 'alice', 'alice-password'));
    assert.equal(delivered.binding, 'redirect');
    assert.equal(delivered.destination, 'http://sp.test/acs-redirect');
    assert.equal(delivered.relayState, undefined);
  });
});

test('SAML Profiles §4.1.5: an unknown name, or the clientId instead of the name, is rejected on a page', async () => {
  await withSamlServer(async (server) => {
    for (const name of ['nobody', 'sp']) {
      const { page } = await open(server, name);
      const refusal = server.refusal(page);
      assert.equal(refusal.status, 400);
      assert.equal(refusal.page, 'Client not found.');
      assert.match(refusal.remedy ?? '', /saml_idp_initiated_sso_url_name/);
    }
  });
});

test('SAML Profiles §4.1.5: a client that is disabled, of another protocol or without an address is rejected', async () => {
  await withSamlServer(async (server) => {
    const cases = [
      ['off', 'Client disabled.', 'client_disabled'],
      ['web', 'Wrong client protocol.', 'invalid_client'],
      ['bare', 'Invalid redirect uri', 'invalid_redirect_uri'],
    ] as const;
    for (const [clientId, text, code] of cases) {
      await server.changeClient(clientId, {
        attributes: { saml_idp_initiated_sso_url_name: `to-${clientId}` },
      });
      const refusal = server.refusal((await open(server, `to-${clientId}`)).page);
      assert.deepEqual([refusal.page, refusal.code], [text, code]);
    }
  });
});

test('SAML Profiles §4.1.5: denied consent is shown on a page, because no service provider asked', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', { ...NAMED, consentRequired: true });
    const { browser, page } = await open(server, 'shop');
    const question = await browser.follow(await browser.signIn(page, 'alice', 'alice-password'));
    const action = /action="([^"]*)"/.exec(question.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const code = /name="code" value="([^"]*)"/.exec(question.text)?.[1] ?? '';
    const denied = await browser.post(action, { code, cancel: 'No' });
    assert.equal(server.refusal(denied).page, 'Consent denied.');
  });
});
