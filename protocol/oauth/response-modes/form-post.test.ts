import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { withOAuthServer } from '../testing/server.ts';
import { formPost } from './form-post.ts';

test('Form Post Response Mode §2: a page posts the parameters to the redirect URI, with a button for browsers without scripts', async () => {
  await withOAuthServer(async (server) => {
    const browser = server.browser();
    await server.signIn(browser);
    const page = await server.authorize(browser, { response_mode: 'form_post' });
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.text, /<title>OIDC Form_Post Response<\/title>/);
    assert.match(page.text, /<form method="post" action="http:\/\/app\.test\/callback">/);
    assert.match(page.text, /<input type="hidden" name="code" value="[\w.-]+">/);
    assert.match(page.text, /<noscript>.*name="continue"/s);
    assert.match(page.headers.get('cache-control') ?? '', /no-store/);
  });
});

test('the page’s only script is the one that its Content-Security-Policy allows', () => {
  const reply = formPost.send('http://app.test/cb', [['code', 'c']], createTestExchange());
  const script = /<script>([^<]*)<\/script>/.exec(String(reply.body))?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = String(reply.headers?.['content-security-policy']);
  assert.ok(policy.includes(`script-src 'sha256-${hash}';`), policy);
});

test('request values cannot break out of their attribute', () => {
  const evil = '"><script>alert(1)</script>';
  const { body } = formPost.send('http://app.test/cb?"><script>', [['state', evil]], createTestExchange());
  assert.equal(String(body).match(/<script>/g)?.length, 1);
  assert.match(String(body), /value="&quot;&gt;&lt;script&gt;/);
});

test('issue 18 "Languages": the page is in the language that the person has chosen for the sign-in', async () => {
  await withOAuthServer(async (server) => {
    await server.changeRealm((realm) => ({
      ...realm,
      internationalizationEnabled: true,
      supportedLocales: ['en', 'de', 'fr'],
    }));
    const browser = server.browser();
    const form = await server.authorize(browser, { response_mode: 'form_post', ui_locales: 'de' });
    const page = await browser.signIn(form, 'alice', 'alice-password');
    assert.match(page.text, /<html lang="de" dir="ltr"[^>]*>/);
    assert.match(page.text, /<title>Weiterleitung zur Anwendung<\/title>/);
    assert.match(page.text, /<button name="continue" type="submit">Weiter<\/button>/);
    const again = await server.authorize(browser, { response_mode: 'form_post', kc_locale: 'fr' });
    assert.match(again.text, /<html lang="fr"[\s\S]*Redirection vers l’application/);
  });
});
