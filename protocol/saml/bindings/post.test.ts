import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { withSamlServer } from '../testing/server.ts';
import { postBinding, renderForm } from './post.ts';

function formExchange(fields: Readonly<Record<string, string>>) {
  return { ...createTestExchange({ form: String(new URLSearchParams(fields)) }), method: 'POST' };
}

const ENCODED = Buffer.from('<a/>').toString('base64');

test('SAML Bindings §3.5.4: a message is read from a form with its relay state', async () => {
  const received = await postBinding.receive(formExchange({ SAMLResponse: ENCODED, RelayState: ' x ' }));
  assert.equal(received?.parameter, 'SAMLResponse');
  assert.equal(received?.root.localName, 'a');
  assert.equal(received?.relayState, ' x ');
});

test('SAML Bindings §3.5.4: a request takes precedence over a response; base64 may contain line breaks', async () => {
  const broken = `${ENCODED.slice(0, 3)}\r\n${ENCODED.slice(3)}`;
  const received = await postBinding.receive(formExchange({ SAMLResponse: 'no', SAMLRequest: broken }));
  assert.equal(received?.parameter, 'SAMLRequest');
});

test('SAML Bindings §3.5.4: a form without a message and a query do not belong to this binding', async () => {
  assert.equal(await postBinding.receive(formExchange({ RelayState: 'x' })), undefined);
  assert.equal(await postBinding.receive(createTestExchange({ query: `SAMLRequest=${ENCODED}` })), undefined);
});

test('SAML Bindings §3.5.4: invalid base64, invalid XML and a repeated parameter are rejected', async () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['SAMLRequest=%2A', /base64/],
    [`SAMLRequest=${encodeURIComponent(Buffer.from('<a><b></a>').toString('base64'))}`, /XML/],
    [`SAMLRequest=${encodeURIComponent(ENCODED)}&SAMLRequest=x`, /more than once/],
  ];
  for (const [form, reason] of cases) {
    const exchange = { ...createTestExchange({ form }), method: 'POST' };
    await assert.rejects(
      postBinding.receive(exchange),
      (error) =>
        error instanceof SamlStatusError && error.code === 'invalid_token' && reason.test(error.reason),
    );
  }
});

test('SAML Bindings §3.5.4: the page submits its form automatically and has a button for browsers without scripts', () => {
  const reply = renderForm(createTestExchange(), 'http://sp.test/acs?a=1&b=2', [
    ['SAMLResponse', 'eA=='],
    ['RelayState', '"><script>x'],
  ]);
  const body = String(reply.body);
  assert.match(body, /<title>Authentication Redirect<\/title>/);
  assert.match(
    body,
    /<form name="saml-post-binding" method="post" action="http:\/\/sp\.test\/acs\?a=1&amp;b=2">/,
  );
  assert.match(body, /<noscript>.*<button/s);
  assert.equal(body.match(/<script>/g)?.length, 1);
  const script = /<script>([^<]*)<\/script>/.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  assert.ok(String(reply.headers?.['content-security-policy']).includes(`script-src 'sha256-${hash}'`));
});

test('SAML Bindings §3.5.3: the relay state is returned unchanged, or not at all if there was none', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', { attributes: { 'saml.force.post.binding': 'true' } });
    for (const relayState of ['', 'a"b<c>&\'d', 'ü€ 😀', 'x'.repeat(3000)])
      assert.equal((await server.signIn(undefined, { relayState })).relayState, relayState);
    assert.equal((await server.signIn()).relayState, undefined);
  });
});

test('issue 18 "Languages": the page is in the language of the person', async () => {
  const realm = { internationalizationEnabled: true, supportedLocales: ['en', 'fr'] };
  const exchange = createTestExchange({ realm, cookies: { KEYCLOAK_LOCALE: 'fr' } });
  const body = String(renderForm(exchange, 'http://sp.test/acs', [['SAMLResponse', 'eA==']]).body);
  assert.match(body, /<html lang="fr" dir="ltr"[^>]*>[\s\S]*<title>Redirection vers l’application<\/title>/);
  assert.match(body, /<noscript><p>JavaScript est désactivé[\s\S]*<button [^>]*>Continuer<\/button>/);
});
