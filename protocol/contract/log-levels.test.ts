import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEVEL_SEVERITY, parseLevelList, severityOf, thresholdOf } from './log-levels.ts';

function levels(text: string) {
  const list = parseLevelList(text);
  assert.ok(list, text);
  return list;
}

test('service description §2.3: levels are case-insensitive and the last root level wins', () => {
  assert.equal(levels('warn,DEBUG').root, 'DEBUG');
});

test('service description §2.3: with category levels only, the root is INFO', () => {
  assert.equal(levels('oauth:trace').root, 'INFO');
});

test('service description §2.3: a category level applies to its subcategories unless a nearer one is set', () => {
  const list = levels('info,http:warn,http.refusal:trace');
  assert.equal(thresholdOf(list, 'http.server'), LEVEL_SEVERITY.WARN);
  assert.equal(thresholdOf(list, 'http.refusal.oauth'), LEVEL_SEVERITY.TRACE);
  assert.equal(thresholdOf(list, 'store'), LEVEL_SEVERITY.INFO);
  assert.equal(thresholdOf(list, 'httpx'), LEVEL_SEVERITY.INFO);
});

test('service description §2.3: OFF lets nothing pass, not even FATAL', () => {
  assert.ok(severityOf('FATAL') > thresholdOf(levels('off'), 'server'));
});

for (const bad of ['', 'loud', 'info,', 'info,:debug', 'info,oauth:', 'oauth:loud', 'info;debug']) {
  test(`service description §2.3: "${bad}" is not a level list`, () => {
    assert.equal(parseLevelList(bad), undefined);
  });
}
