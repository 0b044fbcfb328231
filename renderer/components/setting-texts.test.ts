import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_ATTRIBUTES, CLIENT_SETTINGS } from '#protocol/contract/settings/client.ts';
import { MAIL_SERVER_SETTINGS } from '#protocol/contract/settings/mail-server.ts';
import { MAPPERS, type MapperRow } from '#protocol/contract/settings/mapper.ts';
import { REALM_ATTRIBUTES, REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import { SAML_CLIENT_ATTRIBUTES } from '#protocol/contract/settings/saml-client.ts';
import type { AttributeRow } from '#protocol/contract/settings/setting-row.ts';
import {
  CLIENT_SCOPE_ATTRIBUTES,
  CLIENT_SCOPE_SETTINGS,
  GROUP_SETTINGS,
  ROLE_SETTINGS,
} from '#protocol/contract/settings/shared.ts';
import { USER_SETTINGS } from '#protocol/contract/settings/user.ts';
import * as GERMAN from '../texts/de/settings/index.ts';
import { type SettingKind, type SettingText, settingText, showSettings } from '../texts/setting-text.ts';
import { mailServerField, mapperField } from './setting-field.ts';

interface Row {
  readonly label?: string;
  readonly unset?: string;
  readonly effect: unknown;
}

const ROWS = {
  realm: { ...REALM_SETTINGS, ...REALM_ATTRIBUTES },
  mailServer: MAIL_SERVER_SETTINGS,
  client: { ...CLIENT_SETTINGS, ...CLIENT_ATTRIBUTES, ...SAML_CLIENT_ATTRIBUTES },
  clientScope: { ...CLIENT_SCOPE_SETTINGS, ...CLIENT_SCOPE_ATTRIBUTES },
  user: USER_SETTINGS,
  group: GROUP_SETTINGS,
  role: ROLE_SETTINGS,
} satisfies Readonly<Partial<Record<SettingKind, object>>>;

const german = new Map(Object.entries<Readonly<Record<string, SettingText>>>({ ...GERMAN }));

for (const [kind, rows] of Object.entries(ROWS)) {
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

interface MapperSetting {
  readonly mapper: string;
  readonly member: string;
  readonly row: AttributeRow;
}
const mappers = Object.values(MAPPERS).flatMap((types) => Object.entries<MapperRow>(types));
const mapperSettings: readonly MapperSetting[] = mappers.flatMap(([mapper, { settings }]) =>
  Object.entries(settings).map(([member, row]) => ({ mapper, member, row })),
);

/** The key of a setting's German texts: of the mapper itself, or of every mapper with such a setting. */
function germanKey({ mapper, member }: MapperSetting): string {
  const own = `${mapper} ${member}`;
  return Object.hasOwn(GERMAN.mapper, own) ? own : member;
}

test('issue 18 "Console in languages": every type of mapper has German texts, and no other', () => {
  assert.deepEqual(Object.keys(GERMAN.mapperType).sort(), mappers.map(([mapper]) => mapper).sort());
});

test('issue 18 "Console in languages": every setting of a mapper has German texts, and no other', () => {
  assert.deepEqual(Object.keys(GERMAN.mapper).sort(), [...new Set(mapperSettings.map(germanKey))].sort());
});

test('issue 18 "Console in languages": a setting of two mappers has one German text, if it has one in English', () => {
  const seen = new Map<string, { readonly english: string; readonly german: string }>();
  for (const setting of mapperSettings) {
    const { label, effect, unset } = setting.row;
    const english = JSON.stringify([label, effect, unset]);
    const german = JSON.stringify(GERMAN.mapper[germanKey(setting)]);
    for (const other of seen.values())
      if (other.english === english) assert.equal(german, other.german, setting.member);
    const same = seen.get(setting.member);
    if (same !== undefined && same.english !== english)
      assert.notEqual(german, same.german, `${setting.mapper} ${setting.member}`);
    seen.set(setting.member, { english, german });
  }
});

test('issue 18 "Console in languages": no German text of a setting has the marks of code, or is empty', () => {
  for (const [kind, table] of german)
    for (const [name, { label, help, unset = '-' }] of Object.entries(table))
      for (const text of [label, help, unset]) assert.match(text, /^[^`]*[^`\s]$/, `${kind} ${name}`);
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

test('issue 18 "Console in languages": the form of a mapper has the texts of its type before those of every mapper', () => {
  showSettings({ mapper: GERMAN.mapper });
  try {
    const row = mapperSettings.find(({ member }) => member === 'claim.name')?.row;
    assert.ok(row);
    assert.match(mapperField('claim.name', row).help ?? '', /^Ein Punkt/);
    const own = settingText('mapper', 'oidc-usermodel-client-role-mapper claim.name');
    assert.match(mapperField('claim.name', row, own).help ?? '', /client_id/);
  } finally {
    showSettings({});
  }
});
