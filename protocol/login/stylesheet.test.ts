import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Exchange } from '#protocol/http/exchange.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { STYLESHEET_PATH, stylesheetRoute } from './stylesheet.ts';

async function serve(): Promise<{ headers: Record<string, unknown>; text: string }> {
  const reply = await stylesheetRoute.handle(createTestExchange() satisfies Exchange);
  return { headers: { ...reply.headers }, text: String(reply.body) };
}

/** Custom properties of the light scheme, and of the dark scheme that overrides it. */
function readColours(text: string): { light: Map<string, string>; dark: Map<string, string> } {
  const read = (block: string) =>
    new Map(
      [...block.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name = '', value = '']) => [name, value]),
    );
  const [light = '', dark = ''] = text.split('@media (prefers-color-scheme: dark)');
  return { light: read(light), dark: read(dark.slice(0, dark.indexOf('*,'))) };
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const PAIRS: readonly (readonly [text: string, ground: string, least: number])[] = [
  ['text', 'card', 4.5],
  ['text', 'ground', 4.5],
  ['text', 'note-tint', 4.5],
  ['text', 'tint', 4.5],
  ['muted', 'card', 4.5],
  ['muted', 'ground', 4.5],
  ['muted', 'tint', 4.5],
  ['accent', 'card', 4.5],
  ['accent-strong', 'card', 4.5],
  ['accent-strong', 'tint', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['bad', 'bad-tint', 4.5],
  ['field', 'card', 3],
];

test('WCAG 2.2 §1.4.3, §1.4.11: text reaches 4.5:1 and field borders 3:1, light and dark', async () => {
  const { light, dark } = readColours((await serve()).text);
  for (const [scheme, colours] of Object.entries({ light, dark })) {
    for (const [text, ground, least] of PAIRS) {
      const ratio = contrast(colours.get(text) ?? '', colours.get(ground) ?? '');
      assert.ok(ratio >= least, `${scheme}: ${text} on ${ground} is ${ratio.toFixed(2)}`);
    }
  }
});

test('the stylesheet may be cached permanently, because its name contains a hash of its content', async () => {
  const { headers, text } = await serve();
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(headers['content-type'], 'text/css; charset=utf-8');
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  assert.equal(STYLESHEET_PATH, `/resources/login/${digest}.css`);
});

test('the stylesheet loads no external resources', async () => {
  assert.doesNotMatch((await serve()).text, /url\(|@import/);
});
