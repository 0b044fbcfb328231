import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { testPrompt } from '#protocol/contract/testing/prompt.ts';
import { describeDeviceEntry, describePrompts, describeTray } from '../describe-prompts.ts';
import {
  desktopTexts,
  matchDesktopLanguage,
  onDesktopLanguage,
  showDesktopLanguage,
} from './desktop-language.ts';

afterEach(() => showDesktopLanguage('en'));

for (const [preferred, language] of [
  [['de-AT', 'en-US'], 'de'],
  [['fr', 'de'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['ja', 'den'], 'en'],
  [[], 'en'],
] as const)
  test(`issue 18 "Console in languages": the desktop of a system that prefers ${preferred.join(', ') || 'nothing'} speaks ${language}`, () => {
    assert.equal(matchDesktopLanguage(preferred), language);
  });

test('issue 18 "Console in languages": notifications and tray follow the language', () => {
  showDesktopLanguage('de');
  const [notice] = describePrompts([testPrompt('a')]);
  assert.equal(notice?.title, 'Till bittet Alice Example um Anmeldung');
  assert.equal(notice?.body, 'Bestätigen oder ablehnen: Seite „Gerät“, Realm demo.');
  assert.deepEqual([0, 1, 2].map(describeTray), [
    'Understudy',
    'Understudy: 1 offene Anfrage',
    'Understudy: 2 offene Anfragen',
  ]);
  assert.equal(describeDeviceEntry(2), 'Gerät (2 offen)');
});

test('issue 18 "Console in languages": menu and tray are rebuilt only when the language changes', () => {
  const seen: string[] = [];
  onDesktopLanguage(() => seen.push(desktopTexts().menu.quit));
  for (const language of ['en', 'de', 'de', 'en'] as const) showDesktopLanguage(language);
  assert.deepEqual(seen, ['Beenden', 'Quit']);
});
