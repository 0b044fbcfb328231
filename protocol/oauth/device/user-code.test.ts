// User codes: format and lenient parsing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUserCode, formatUserCode, parseUserCode } from './user-code.ts';

test('RFC 8628 §6.1: a code is eight consonants in two halves, and no two codes are equal', () => {
  const codes = Array.from({ length: 500 }, createUserCode);
  for (const code of codes) {
    assert.match(code, /^[BCDFGHJKLMNPRSTVWXZ]{8}$/);
    assert.match(formatUserCode(code), /^[A-Z]{4}-[A-Z]{4}$/);
    assert.equal(parseUserCode(formatUserCode(code)), code);
  }
  assert.equal(new Set(codes).size, codes.length);
});

for (const typed of [
  'wdjb-mjht',
  ' WDJB MJHT ',
  'wdjbmjht',
  'W.D.J.B/M–J_H—T',
  'ＷＤＪＢ－ＭＪＨＴ',
  'WD JB\tMJ\nHT',
]) {
  test(`RFC 8628 §6.1: case, spaces, dashes and width do not matter: ${JSON.stringify(typed)}`, () => {
    assert.equal(parseUserCode(typed), 'WDJBMJHT');
  });
}

test('RFC 8628 §6.1: look-alikes are replaced by the letter they resemble', () => {
  assert.equal(parseUserCode('0OQD-1IL2'), 'DDDDLLLZ');
  assert.equal(parseUserCode('5s68-uyvb'), 'SSGBVVVB');
});

for (const typed of [
  '',
  '-',
  'WDJB-MJH',
  'WDJB-MJHTT',
  'WDJB-MJHA',
  'WDJB-MJH3',
  'WDJB-MJHÄ',
  '<script>',
  'W'.repeat(4096),
]) {
  test(`input that cannot be a code is rejected: ${JSON.stringify(typed.slice(0, 20))}`, () => {
    assert.equal(parseUserCode(typed), undefined);
  });
}
