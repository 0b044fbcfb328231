import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { WEB } from '#protocol/oauth/testing/realm.ts';
import { startOAuthServer } from '#protocol/oauth/testing/server.ts';
import { listTraced } from './trace-flows.ts';
import { renderTrace } from './trace-page.ts';

const server = await startOAuthServer();
after(() => server.stop());
const EVIL = 'http://evil.test/"><script>alert(1)</script>';
const tokens = await server.tokens();
await server.authorize(server.browser(), { redirect_uri: EVIL });
await server.post(
  'token',
  { ...WEB, grant_type: 'password', username: '</pre><img src=x>', password: 'my-secret-password' },
  { 'x-understudy-test': '<b>paying</b>' },
);

const traced = listTraced(server.activity, 'demo', {});
const page = renderTrace(traced, {
  realmName: 'demo',
  createdAt: '2030-01-01T00:00:00.000Z',
  test: undefined,
}).toString();

/** Every element of the page with its attributes, as a browser reads it. */
function listElements(
  text: string,
): readonly { readonly name: string; readonly attributes: readonly string[] }[] {
  const found: { name: string; attributes: string[] }[] = [];
  const walk = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      const attributes = child.attrs.map(({ name, value }) => `${name}=${value}`);
      found.push({ name: child.tagName, attributes });
      walk(child);
    }
  };
  walk(parse(text));
  return found;
}

test('test kit "trace": the page needs nothing else: no scripts, and no other address is loaded', () => {
  const elements = listElements(page);
  assert.ok(elements.length > 100);
  for (const { name, attributes } of elements) {
    assert.ok(!['script', 'img', 'link', 'iframe', 'form', 'object', 'base'].includes(name), name);
    for (const attribute of attributes)
      assert.doesNotMatch(attribute, /^(src|action|on\w+|style)=|^href=(?!#)/);
  }
  assert.match(page, /default-src &#39;none&#39;; style-src &#39;sha256-/);
});

test('HTML Standard: what callers send is shown as text', () => {
  assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  assert.match(page, /&lt;b&gt;paying&lt;\/b&gt;/);
  const problems: string[] = [];
  parse(page, { onParseError: ({ code }) => problems.push(code) });
  assert.deepEqual(problems, []);
});

test('test kit "trace": no secret is shown', () => {
  for (const secret of [
    tokens.access_token,
    tokens.refresh_token,
    tokens.id_token,
    'my-secret-password',
    'web-secret',
  ])
    assert.ok(!page.includes(secret), secret.slice(0, 20));
  assert.match(page, /client_secret<\/th><td>••••/);
});

test('test kit "trace": a refusal says why and how to fix it, is listed first, and is open', () => {
  const { record } =
    traced.find(({ record: { path, outcome } }) => path.endsWith('/auth') && outcome === 'refused') ?? {};
  assert.ok(record?.refusal);
  assert.match(page, new RegExp(`<a href="#${record.id}">`));
  assert.match(page, new RegExp(`<details class="exchange" id="${record.id}" open>`));
  assert.match(page, /How to fix it<\/dt>/);
  assert.match(page, /<code>check-redirect-uri<\/code>/);
  assert.ok(page.indexOf('Refusals') < page.indexOf('<h2>Flows'));
  const accepted = traced.find(({ record: { outcome } }) => outcome === 'accepted');
  assert.doesNotMatch(page, new RegExp(`id="${accepted?.record.id}" open`));
});

test('test kit "trace": tokens are decoded', () => {
  assert.match(page, /Token: access_token/);
  assert.match(page, /&quot;preferred_username&quot;: &quot;alice&quot;/);
});

test('test kit "trace": without exchanges the page says so', () => {
  const empty = renderTrace([], { realmName: 'demo', createdAt: '', test: 'paying' }).toString();
  assert.match(empty, /No exchanges of this realm match/);
  assert.match(empty, /test “paying”/);
});
