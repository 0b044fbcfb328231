import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { renderPostingPage } from './posting-page.ts';

const TEXTS = { locale: 'ar', direction: 'rtl', title: 't', hint: 'Press <it>', button: 'Go' } as const;
const page = renderPostingPage({
  texts: { ...TEXTS, title: 'To <the> client' },
  formName: 'answer',
  action: 'http://app.test/?a=1&b="2"',
  fields: [['RelayState', `"><script>alert(1)</script>'&`]],
});
const text = String(page.body);

test('SAML Bindings §3.5.4: the form contains its fields, and a button for browsers without scripts', () => {
  assert.equal(page.status, 200);
  assert.match(
    text,
    /<form name="answer" method="post" action="http:\/\/app\.test\/\?a=1&amp;b=&quot;2&quot;">/,
  );
  assert.match(text, /<noscript>[\s\S]*<button name="continue" type="submit">/);
  assert.match(
    String(renderPostingPage({ texts: TEXTS, action: 'http://x/', fields: [] }).body),
    /<form method="post"/,
  );
});

test('OWASP: untrusted values cannot break out of their attributes', () => {
  assert.ok(text.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;"'));
  assert.ok(text.includes('<title>To &lt;the&gt; client</title>'));
});

test('issue 18 "Languages": the page says which language it is in, and everything that it says is in it', () => {
  assert.match(text, /<html lang="ar" dir="rtl"[^>]*>/);
  assert.match(
    text,
    /<noscript><p>Press &lt;it&gt;<\/p>\n<button name="continue" type="submit">Go<\/button>/,
  );
});

test("CSP Level 3: only the page's own script may run", () => {
  const script = /<script>(.*)<\/script>\n<\/body>/.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  assert.ok(String(page.headers?.['content-security-policy']).includes(`script-src 'sha256-${hash}'`));
});
