import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectQuery, withSamlServer } from './testing/server.ts';

test('SAML Core §3.2.2.2: a disabled realm, or plain HTTP where HTTPS is required, is rejected before any other check', async () => {
  await withSamlServer(async (server) => {
    await server.changeRealm((realm) => ({ ...realm, sslRequired: 'all' }));
    const insecure = server.refusal(await server.browser().get(server.endpoint));
    assert.deepEqual(
      [insecure.page, insecure.code, insecure.status],
      ['HTTPS required', 'ssl_required', 400],
    );
    await server.changeRealm((realm) => ({ ...realm, sslRequired: 'none', enabled: false }));
    const disabled = server.refusal(await server.sendRedirect(server.authnRequest()));
    assert.deepEqual([disabled.page, disabled.code], ['Realm not enabled', 'realm_disabled']);
  });
});

test('SAML Core §3.2.2: text from a message is escaped on the page', async () => {
  await withSamlServer(async (server) => {
    const issuer = '&lt;script&gt;alert(1)&lt;/script&gt;';
    const page = await server.sendRedirect(server.authnRequest({ issuer }));
    assert.doesNotMatch(page.text, /<script>alert/);
    assert.match(page.text, /&lt;script&gt;alert\(1\)/);
  });
});

test('SAML Bindings §3.4.5: an error page links back to the client if it is known', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', { baseUrl: 'http://sp.test/home' });
    const page = await server.sendRedirect(server.authnRequest({ attributes: { Version: '1.1' } }));
    assert.match(page.text, /id="backToApplication" href="http:\/\/sp\.test\/home"/);
    const query = await redirectQuery('<x/>');
    assert.doesNotMatch(
      (await server.browser().get(`${server.endpoint}?${query}`)).text,
      /backToApplication/,
    );
  });
});
