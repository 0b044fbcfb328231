import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIXES, type FixKind } from '#protocol/contract/fix-table.ts';
import { FIX } from '../../texts/de/settings/fix.ts';
import { showSettings } from '../../texts/setting-text.ts';
import { describeFix, labelOfFix } from './fix-texts.ts';

const KINDS = Object.keys(FIXES) as FixKind[];
const change = { target: 'client', name: 'web', setting: 'redirectUris' } as const;
const preview = {
  fix: { kind: 'add-redirect-uri', client: 'web', value: 'http://localhost/cb' },
  effect: 'Client web may receive its responses at http://localhost/cb.',
  changes: [change],
} as const;

test('issue 18 "Console in languages": every fix has German texts, with the placeholders of the English ones', () => {
  assert.deepEqual(Object.keys(FIX), KINDS);
  for (const kind of KINDS)
    assert.deepEqual(
      FIX[kind]?.help.match(/\{\w+\}/g)?.sort(),
      FIXES[kind].effect.match(/\{\w+\}/g)?.sort(),
      kind,
    );
});

test('console "Fixes": in English, label and effect are those of the table and of the server', () => {
  assert.equal(labelOfFix('add-redirect-uri'), 'Add redirect URI');
  assert.equal(describeFix(preview), preview.effect);
});

test('issue 18 "Console in languages": in German, the effect names the subject and the value, whatever they contain', () => {
  showSettings({ fix: FIX });
  try {
    assert.equal(labelOfFix('add-redirect-uri'), 'Redirect-URI hinzufügen');
    assert.equal(
      describeFix(preview),
      'Der Client web darf seine Antworten unter http://localhost/cb empfangen.',
    );
    const odd = { ...preview, changes: [{ ...change, name: '$& {value}' }] };
    assert.match(describeFix(odd), /^Der Client \$& \{value\} darf/);
  } finally {
    showSettings({});
  }
});
