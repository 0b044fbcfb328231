import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { PROFILE_LABELS } from '#protocol/contract/settings/profile-input.ts';
import * as DE from '../../texts/de/index.ts';
import { showTables } from '../../texts/text.ts';
import { profileText } from './profile-texts.ts';

afterEach(() => showTables('en'));

/** As profiles name a text of the realm. */
const reference = (key: string): string => `\${${key}}`;

const realm = {
  defaultLocale: 'fr',
  localizationTexts: {
    de: { badge: 'Ausweis', username: 'Kennung' },
    fr: { badge: 'Carte', desk: 'Bureau', email: 'Courriel' },
    en: { desk: 'Desk' },
  },
};

test('issue 18 "Console in languages": in English, labels of a profile are those of the pages', () => {
  for (const [key, label] of Object.entries(PROFILE_LABELS))
    assert.equal(profileText({}, reference(key)), label, key);
  assert.equal(profileText(realm, reference('email')), 'Courriel');
});

for (const [source, shown] of [
  [reference('badge'), 'Ausweis'],
  [reference('username'), 'Kennung'],
  [reference('email'), 'E-Mail'],
  [reference('profile.lastName'), 'Nachname'],
  [reference('desk'), 'Bureau'],
  [reference('toString'), 'toString'],
  ['Room', 'Room'],
  ['', ''],
] as const)
  test(`issue 18 "Console in languages": in German, the profile's text ${JSON.stringify(source)} is ${JSON.stringify(shown)}`, async () => {
    await showTables('de', DE);
    assert.equal(profileText(realm, source), shown);
  });

test('issue 18 "Console in languages": every label of a profile has a German text', async () => {
  await showTables('de', DE);
  const english = Object.entries(PROFILE_LABELS).filter(
    ([key, label]) => profileText({}, reference(key)) === label,
  );
  assert.deepEqual(english, []);
});
