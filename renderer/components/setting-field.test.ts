import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields } from '../ui/field.ts';
import { clientField, mapperField, realmField } from './setting-field.ts';

test('house 2a: label, help, default and bounds of a field are those of its row', () => {
  assert.deepEqual(realmField('otpPolicyDigits'), {
    kind: 'number',
    member: 'otpPolicyDigits',
    label: 'Number of digits',
    help: 'How many digits a code has: 6 to 8.',
    initial: '6',
    min: 6,
    max: 8,
  });
});

test('house 2a: an attribute is written to the attributes, a member to the representation', () => {
  assert.equal(realmField('parRequestUriLifespan').within, 'attributes');
  assert.equal(realmField('accessCodeLifespan').within, undefined);
});

test('house 2a: choices that the server refuses are shown and cannot be selected', () => {
  const mode = clientField('ciba.backchannel.token.delivery.mode');
  assert.deepEqual(mode.kind === 'choice' ? mode.choices : [], [
    { value: '', label: 'Realm default' },
    { value: 'poll', label: 'Poll' },
    { value: 'ping', label: 'Ping (not supported)', disabled: true },
    { value: 'push', label: 'Push (not supported)', disabled: true },
  ]);
});

test('house 2a: what applies without a value is the placeholder of a field that may be empty', () => {
  const interval = clientField('ciba.interval');
  assert.equal(interval.kind === 'number' ? interval.unset : '', 'realm default');
  assert.deepEqual(checkFields([interval], { 'ciba.interval': '' }), {});
});

test('house 2a: a required setting of a mapper must not be empty', () => {
  const row = { type: { kind: 'text' }, section: 'Mapper', label: 'Role', effect: 'A role.' } as const;
  assert.ok(checkFields([mapperField('role', { ...row, required: true })], { role: ' ' })['role']);
  assert.deepEqual(checkFields([mapperField('role', row)], { role: '' }), {});
});

test('house 2a: a misspelt setting, and one without a label, cannot become a field', () => {
  assert.throws(() => realmField('accessTokenLifspan'), /is not a setting/);
  assert.throws(() => realmField('defaultLocale'), /has no label/);
});
