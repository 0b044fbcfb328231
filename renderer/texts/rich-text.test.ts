import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { RichText } from './rich-text.ts';

/** What the page shows for a text with a realm's name in monospace. */
const render = (realm: string, code: ReactElement): string =>
  renderToStaticMarkup(RichText({ of: 'app:noRealm.text', values: { realm }, parts: { code } }));

test('issue 18 "Console in languages": a marked part of a text is rendered by its element', () => {
  assert.equal(
    render('shop', createElement('code', { className: 'name' })),
    'This server has no realm <code class="name">shop</code>. Available realms:',
  );
});

for (const value of ['</code><script>', '<command/>', '{{realm}}', '&amp;'])
  test(`issue 18 "Console in languages": the value ${value} is shown as it is`, () => {
    const shown = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    assert.equal(
      render(value, createElement('code')),
      `This server has no realm <code>${shown}</code>. Available realms:`,
    );
  });

test('issue 18 "Console in languages": an element takes the place of a closed mark, and may be a value', () => {
  const problem = createElement('span', { lang: 'en' }, 'no JSON');
  const parts = { path: createElement('code', undefined, 'shop.json') };
  const html = renderToStaticMarkup(
    RichText({ of: 'app:outOfService.named', values: { realm: 'shop', problem }, parts }),
  );
  assert.equal(html, 'Realm shop: <code>shop.json</code> cannot be used (<span lang="en">no JSON</span>).');
});
