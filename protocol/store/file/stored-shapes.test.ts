import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession } from '../testing/sample-session.ts';
import {
  checkClockSetting,
  checkRealmFile,
  checkRevokedTokens,
  checkSession,
  checkUser,
} from './stored-shapes.ts';

const realm = { id: 'r', realm: 'demo' };
const session: object = createSession('s1');

const bad: [what: string, check: (value: unknown) => void, value: unknown, problem: RegExp][] = [
  ['a realm file that is a list', checkRealmFile, [], /content is not an object/],
  ['a realm file without order', checkRealmFile, { realm }, /order is not a number/],
  ['a realm file without realm', checkRealmFile, { order: 1 }, /realm is not an object/],
  ['a realm without id', checkRealmFile, { order: 1, realm: { realm: 'demo' } }, /realm has no id/],
  ['a realm with an empty name', checkRealmFile, { order: 1, realm: { ...realm, realm: '' } }, /no realm/],
  ['a user that is null', checkUser, null, /user is not an object/],
  ['a user without name', checkUser, { id: '1' }, /user has no username/],
  ['a user whose id is a number', checkUser, { id: 1, username: 'a' }, /user has no id/],
  ['a session without user', checkSession, { ...session, userId: undefined }, /session has no userId/],
  ['a session without instants', checkSession, { ...session, startedAt: '1' }, /startedAt is not a number/],
  ['a session without clients', checkSession, { ...session, clients: null }, /clients is not an object/],
  ['a clock that is null', checkClockSetting, null, /content is not an object/],
  ['a clock without a setting', checkClockSetting, {}, /either offsetMs or frozenAt/],
  ['a clock with both settings', checkClockSetting, { offsetMs: 1, frozenAt: 1 }, /either offsetMs or/],
  ['a clock with a text', checkClockSetting, { frozenAt: '1' }, /frozenAt is not a number/],
  ['an expiry that is a string', checkRevokedTokens, { j: '1' }, /expiry is not a number/],
];
for (const [what, check, value, problem] of bad) {
  test(`${what} is rejected with the fault`, () => {
    assert.throws(() => check(value), problem);
  });
}

test('valid content is accepted, including unknown members', () => {
  const check: (value: unknown) => void = checkRealmFile;
  check({ order: 1, realm: { ...realm, other: 1 }, more: true });
  (checkUser as typeof check)({ id: '1', username: 'a', other: {} });
  (checkSession as typeof check)(session);
  (checkRevokedTokens as typeof check)({});
  (checkClockSetting as typeof check)({ offsetMs: -5 });
});
