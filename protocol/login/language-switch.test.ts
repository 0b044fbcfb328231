import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange, type TestExchange } from '#protocol/http/testing/exchange.ts';
import { renderLanguages } from './language-switch.ts';
import { textsOf } from './texts/page-texts.ts';

function render(given: TestExchange): string | undefined {
  const exchange = createTestExchange(given);
  const shown = renderLanguages(exchange, textsOf(exchange));
  return shown === undefined ? undefined : String(shown);
}

const LANGUAGES = { internationalizationEnabled: true, supportedLocales: ['en', 'de'] };

test('Keycloak theme keycloak.v2: a list with an address for each language, sorted by name, the page’s selected', () => {
  const text = render({ realm: LANGUAGES, query: 'a=1&kc_locale=en' }) ?? '';
  assert.match(text, /<select id="login-select-toggle" aria-label="Languages"/);
  assert.match(
    text,
    /<option value="\?a=1&amp;kc_locale=de" lang="de" >Deutsch<\/option>\n<option value="\?a=1&amp;kc_locale=en" lang="en" selected>English/,
  );
});

test('without scripts there are links', () => {
  const text = render({ realm: LANGUAGES }) ?? '';
  assert.match(text, /<noscript><nav .*<a href="\?kc_locale=de" lang="de" hreflang="de" >Deutsch<\/a>/);
  assert.match(text, /hreflang="en" aria-current="true">English/);
});

test('without a choice there is no list', () => {
  assert.equal(render({}), undefined);
  assert.equal(render({ realm: { ...LANGUAGES, supportedLocales: ['de', 'de'] } }), undefined);
  assert.equal(render({ realm: { ...LANGUAGES, internationalizationEnabled: false } }), undefined);
});

test('bad input: names of languages with markup are escaped', () => {
  const text = render({ realm: { ...LANGUAGES, supportedLocales: ['en', '"><script>'] } }) ?? '';
  assert.match(text, /kc_locale=%22%3E%3Cscript%3E" lang="&quot;&gt;&lt;script&gt;"/);
});
