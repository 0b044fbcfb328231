import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_ATTRIBUTES, CLIENT_SETTINGS } from '#protocol/contract/settings/client.ts';
import { MAIL_SERVER_SETTINGS } from '#protocol/contract/settings/mail-server.ts';
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
type Kind = Exclude<SettingKind, 'mapper' | 'fix'>;

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
