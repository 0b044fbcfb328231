import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INSTALLATIONS } from '#protocol/contract/installations.ts';
import { CLIENT_ATTRIBUTES, CLIENT_SETTINGS } from '#protocol/contract/settings/client.ts';
import { MAIL_SERVER_SETTINGS } from '#protocol/contract/settings/mail-server.ts';
import { MAPPERS, type MapperRow } from '#protocol/contract/settings/mapper.ts';
import { REALM_ATTRIBUTES, REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import { SAML_CLIENT_ATTRIBUTES } from '#protocol/contract/settings/saml-client.ts';
import {
  CLIENT_SCOPE_ATTRIBUTES,
  CLIENT_SCOPE_SETTINGS,
  GROUP_SETTINGS,
  ROLE_SETTINGS,
} from '#protocol/contract/settings/shared.ts';
import { USER_SETTINGS } from '#protocol/contract/settings/user.ts';
import * as GERMAN from '../texts/de/settings/index.ts';
import { type SettingKind, type SettingText, settingText, showSettings } from '../texts/setting-text.ts';
import { mailServerField } from './setting-field.ts';

interface Row {
  readonly label?: string;
  readonly unset?: string;
  readonly effect: unknown;
}
type Kind = Exclude<SettingKind, 'mapper' | 'mapperType' | 'installation' | 'sampleApplication'>;

const ROWS: Readonly<Record<Kind, object>> = {
  realm: { ...REALM_SETTINGS, ...REALM_ATTRIBUTES },
  mailServer: MAIL_SERVER_SETTINGS,
  client: { ...CLIENT_SETTINGS, ...CLIENT_ATTRIBUTES, ...SAML_CLIENT_ATTRIBUTES },
  clientScope: { ...CLIENT_SCOPE_SETTINGS, ...CLIENT_SCOPE_ATTRIBUTES },
  user: USER_SETTINGS,
  group: GROUP_SETTINGS,
  role: ROLE_SETTINGS,
};

/** Kinds without a table. Their settings are shown in English. */
const ENGLISH_ONLY: readonly Kind[] = ['realm', 'client', 'clientScope', 'group', 'role'];

const german = new Map(Object.entries<Readonly<Record<string, SettingText>>>({ ...GERMAN }));

for (const [kind, rows] of Object.entries(ROWS)) {
  if (ENGLISH_ONLY.includes(kind as Kind)) continue;
  const table = german.get(kind) ?? {};
  const labelled = Object.entries<Row>({ ...rows }).filter(
    ([, { label, effect }]) => label !== undefined && typeof effect === 'string',
  );

  test(`issue 18 "Console in languages": every setting of kind ${kind} with a label and an effect has German texts, and no other`, () => {
    assert.deepEqual(Object.keys(table).sort(), labelled.map(([name]) => name).sort());
  });

  test(`issue 18 "Console in languages": German says what applies while a setting of kind ${kind} is not set, if English does`, () => {
    assert.deepEqual(
      labelled.filter(([name, { unset }]) => (unset === undefined) !== (table[name]?.unset === undefined)),
      [],
    );
  });
}

const mapperRows = Object.values(MAPPERS).flatMap((types) => Object.entries<MapperRow>(types));

/** The row's own texts, if they differ from those of the same setting in other mappers. */
const germanOf = (type: string, member: string): SettingText | undefined =>
  german.get('mapper')?.[`${type} ${member}`] ?? german.get('mapper')?.[member];

test('issue 18 "Console in languages": every setting of a mapper has German texts, others for another meaning, and there are no more', () => {
  const used = new Set<string>();
  const meanings = new Map<string, string>();
  for (const [type, { settings }] of mapperRows)
    for (const [member, { label, effect }] of Object.entries(settings)) {
      const special = `${type} ${member}`;
      used.add(german.get('mapper')?.[special] === undefined ? member : special);
      const { label: name, help } = germanOf(type, member) ?? {};
      assert.ok(name && help, special);
      const english = JSON.stringify([member, label, effect]);
      const meaning = JSON.stringify([member, name, help]);
      assert.equal(meanings.get(english) ?? meaning, meaning, special);
      meanings.set(english, meaning);
    }
  assert.equal(new Set(meanings.values()).size, meanings.size);
  assert.deepEqual(Object.keys(german.get('mapper') ?? {}).sort(), [...used].sort());
});

for (const [kind, names] of [
  ['mapperType', mapperRows.map(([type]) => type)],
  ['installation', Object.keys(INSTALLATIONS)],
  ['sampleApplication', ['web', 'consumption-device', 'service-provider']],
] as const)
  test(`issue 18 "Console in languages": every row of ${kind} has German texts, and no other`, () => {
    assert.deepEqual(Object.keys(german.get(kind) ?? {}).sort(), names.toSorted());
  });

test('issue 18 "Console in languages": no kind with a table is listed as English only', () => {
  assert.deepEqual(
    ENGLISH_ONLY.filter((kind) => german.has(kind)),
    [],
  );
});

test('issue 18 "Console in languages": a field has the texts of the shown language; without a table, those of its row', () => {
  showSettings({ mailServer: GERMAN.mailServer });
  try {
    const field = mailServerField('from');
    assert.equal(field.label, 'Absender');
    assert.match(field.help ?? '', /^Absenderadresse/);
    assert.equal(settingText('user', 'username'), undefined);
    assert.equal(settingText('mailServer', 'toString'), undefined);
  } finally {
    showSettings({});
  }
  assert.equal(mailServerField('from').label, 'From');
});
