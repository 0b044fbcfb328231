import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { RichText } from './rich-text.tsx';

test('issue 18 "Console in languages": a marked part of a text is rendered by its element', () => {
  const html = renderToStaticMarkup(
    <RichText of="app:noRealm.text" values={{ realm: 'shop' }} parts={{ code: <code className="name" /> }} />,
  );
  assert.equal(html, 'This server has no realm <code class="name">shop</code>. Available realms:');
});

for (const value of ['</code><script>', '<command/>', '{{realm}}', '&amp;'])
  test(`issue 18 "Console in languages": the value ${value} is shown as it is`, () => {
    const html = renderToStaticMarkup(
      <RichText of="app:noRealm.text" values={{ realm: value }} parts={{ code: <code /> }} />,
    );
    const shown = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    assert.equal(html, `This server has no realm <code>${shown}</code>. Available realms:`);
  });

test('issue 18 "Console in languages": an element takes the place of a closed mark, and may be a value', () => {
  const html = renderToStaticMarkup(
    <RichText
      of="app:outOfService.named"
      values={{ realm: 'shop', problem: <span lang="en">no JSON</span> }}
      parts={{ path: <code>shop.json</code> }}
    />,
  );
  assert.equal(html, 'Realm shop: <code>shop.json</code> cannot be used (<span lang="en">no JSON</span>).');
});
