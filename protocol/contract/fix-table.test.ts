import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIXES, type FixRow } from './fix-table.ts';
import { CLIENT_ATTRIBUTES, CLIENT_SETTINGS } from './settings/client.ts';
import { REALM_ATTRIBUTES, REALM_SETTINGS } from './settings/realm.ts';
import { SAML_CLIENT_ATTRIBUTES } from './settings/saml-client.ts';
import { USER_SETTINGS } from './settings/user.ts';

const ATTRIBUTES: Readonly<Record<FixRow['target'], object>> = {
  realm: REALM_ATTRIBUTES,
  client: { ...CLIENT_ATTRIBUTES, ...SAML_CLIENT_ATTRIBUTES },
  user: {},
};
const MEMBERS: Readonly<Record<FixRow['target'], object>> = {
  realm: REALM_SETTINGS,
  client: CLIENT_SETTINGS,
  user: USER_SETTINGS,
};

for (const [kind, row] of Object.entries<FixRow>(FIXES))
  test(`${kind} changes a setting that Understudy knows, and names what it changes`, () => {
    assert.match(row.effect, /\{name\}/);
    if (row.change === 'create') return;
    const attribute = /^attributes\.(.+)$/.exec(row.setting)?.[1];
    const known = attribute === undefined ? MEMBERS[row.target] : ATTRIBUTES[row.target];
    assert.ok(Object.hasOwn(known, attribute ?? row.setting), `${row.setting} is no setting`);
    assert.equal(row.change === 'set', row.to !== undefined);
    assert.equal(row.change === 'raise', row.input === 'seconds');
  });
