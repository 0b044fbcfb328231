import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { normalizeRealm } from '../file/normalize-realm.ts';
import { reportSettings } from './report-settings.ts';
import type { TextKeys } from './report-texts.ts';

const KEYS: TextKeys = {
  messages: new Set(['doLogIn', 'doCancel', 'termsText', 'emailVerificationBodyHtml']),
  account: new Set(['signingIn', 'doCancel']),
};

function report(file: Partial<RealmRepresentation>, keys: TextKeys | undefined = KEYS) {
  const { realm, users } = normalizeRealm({ realm: 'shop', ...file }, { now: () => 0 });
  return reportSettings(realm, users, { textKeys: keys });
}

const GERMAN = { internationalizationEnabled: true, supportedLocales: ['en', 'de'] };
const inGerman = (texts: Record<string, string>, more: Partial<RealmRepresentation> = {}) =>
  report({ ...GERMAN, localizationTexts: { de: texts }, ...more });

test('issue 18 "Languages": texts that are shown are no lines', () => {
  assert.deepEqual(
    inGerman({ doLogIn: 'Los', termsText: '<b>Ja</b> & nein', signingIn: 'Hallo {{name}}' }),
    [],
  );
  assert.deepEqual(inGerman({ emailVerificationBodyHtml: '<p>{0}</p>', 'requiredAction.MINE': 'Meins' }), []);
  assert.deepEqual(report({ localizationTexts: { en: { doLogIn: "It''s '{'" } } }), []);
  const regional = { supportedLocales: ['de-AT'], defaultLocale: 'tlh', internationalizationEnabled: true };
  const localizationTexts = { de: { doLogIn: 'a' }, 'de-AT': { doLogIn: 'b' }, tlh: { doLogIn: 'c' } };
  assert.deepEqual(report({ ...regional, localizationTexts }), []);
  assert.deepEqual(report({ localizationTexts: { fr: {} } }), []);
});

for (const [what, file, path, message] of [
  [
    'a language that is not supported',
    { ...GERMAN, localizationTexts: { fr: { doLogIn: 'Allez' } } },
    'localizationTexts[fr]',
    /Add it, spelled the same, to supportedLocales\./,
  ],
  [
    'a language that is spelled in another way',
    { ...GERMAN, localizationTexts: { DE: { doLogIn: 'Los' } } },
    'localizationTexts[DE]',
    /spelled the same/,
  ],
  [
    'a language of a realm without languages',
    { supportedLocales: ['de'], localizationTexts: { de: { doLogIn: 'Los' } } },
    'localizationTexts[de]',
    /Set internationalizationEnabled to true/,
  ],
  [
    'a text of something that is no language tag',
    { ...GERMAN, localizationTexts: { 'xx-invalid!': { doLogIn: 'x' } } },
    'localizationTexts[xx-invalid!]',
    /not a language tag \(BCP 47\)/,
  ],
  [
    'a supported locale without texts',
    { internationalizationEnabled: true, supportedLocales: ['en', 'xx', 'tlh'] },
    'supportedLocales',
    /no texts in this language.*Add texts for it to localizationTexts/,
  ],
  [
    'a supported locale that is no language tag',
    { internationalizationEnabled: true, supportedLocales: ['en', 'de_DE'] },
    'supportedLocales',
    /Write it like `de` or `pt-BR`, with a hyphen/,
  ],
  [
    'a broken placeholder',
    { ...GERMAN, localizationTexts: { de: { doLogIn: 'Los {0' } } },
    'localizationTexts[de][doLogIn]',
    /passed over: "\{" belongs to no placeholder\. Complete the placeholder, such as \{0\}/,
  ],
  [
    'markup',
    { ...GERMAN, localizationTexts: { de: { doLogIn: '<b>Los</b>' } } },
    'localizationTexts[de][doLogIn]',
    /show markup as text\. Write plain text/,
  ],
] as const)
  test(`issue 18 "Languages": the report names ${what} and its remedy`, () => {
    const lines = report(file as Partial<RealmRepresentation>);
    assert.deepEqual(
      lines.map((line) => line.path),
      [path],
    );
    assert.match(lines[0]?.message ?? '', message);
  });

test('issue 18 "Languages": supported locales without texts are one line; a realm’s own texts are texts', () => {
  const locales = { internationalizationEnabled: true, supportedLocales: ['xx', 'pt', 'de-AT', 'yy', 'zz'] };
  assert.equal(report(locales)[0]?.value, 'xx, yy, zz');
  assert.equal(report({ ...locales, localizationTexts: { xx: { doLogIn: 'x' } } })[0]?.value, 'yy, zz');
  assert.deepEqual(report({ ...locales, internationalizationEnabled: false }), []);
});

test('issue 18 "Languages": keys that nothing reads are one line with their names, in however many languages', () => {
  const texts = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`theme${n}`, 'x']));
  const [line, ...others] = report({
    ...GERMAN,
    localizationTexts: { de: { ...texts, doLogIn: 'Los', __proto__x: 'x' }, en: { toString: 'x' } },
  });
  assert.deepEqual(others, []);
  assert.equal(line?.path, 'localizationTexts[*][*]');
  assert.equal(line?.count, 42);
  assert.deepEqual(line?.names?.slice(0, 2), ['de: theme0', 'de: theme1']);
  assert.match(line?.message ?? '', /harmless; check the spelling/);
});

test('issue 18 "Languages": keys to which settings of the realm refer are read', () => {
  const profile = {
    attributes: [{ name: 'vat', displayName: 'VAT', validations: { length: { 'error-message': 'noVat' } } }],
  };
  const components = {
    'org.keycloak.userprofile.UserProfileProvider': [
      {
        providerId: 'declarative-user-profile',
        config: { 'kc.user.profile.config': [JSON.stringify(profile)] },
      },
    ],
  };
  const clients = [{ clientId: 'shop', name: '$' + '{shopName}' }];
  assert.deepEqual(inGerman({ shopName: 'Laden', noVat: 'Nein' }, { clients, components } as never), []);
  assert.equal(inGerman({ shopName: 'Laden' }).length, 1);
});

test('without the keys of this server, single texts are not reported', () => {
  const file = { ...GERMAN, localizationTexts: { de: { nothing: '{' }, fr: { doLogIn: 'x' } } };
  const { realm } = normalizeRealm({ realm: 'shop', ...file }, { now: () => 0 });
  assert.deepEqual(
    reportSettings(realm, []).map(({ path }) => path),
    ['localizationTexts[fr]'],
  );
});

test('bad input: long and hostile texts take time in proportion to their length, and are shortened', () => {
  const lines = inGerman({ doLogIn: '<a'.repeat(30_000), doCancel: `${'&a'.repeat(30_000)}{` });
  assert.deepEqual(
    lines.map(({ path }) => path),
    ['localizationTexts[de][doCancel]'],
  );
  assert.ok((lines[0]?.value?.length ?? 0) <= 80);
});
