import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PrettyObject } from './pretty-json.ts';

function write(members: object, users: readonly object[], by?: string): string {
  const pretty = new PrettyObject(by);
  return pretty.head(members) + users.map((user) => pretty.user(user)).join('') + pretty.tail();
}

const MEMBERS = { realm: 'shop', list: [], text: 'a\n]"users": []' };
const USERS = [{ username: 'ann', attributes: { note: ['two\nlines'] } }, {}, { username: 'bob' }];

for (const users of [[], USERS.slice(0, 1), USERS])
  test(`an object with ${users.length} users is what JSON.stringify writes`, () => {
    assert.equal(write(MEMBERS, users), JSON.stringify({ ...MEMBERS, users }, undefined, 2));
    const inList = `[\n  ${write(MEMBERS, users, '  ')}\n]`;
    assert.equal(inList, JSON.stringify([{ ...MEMBERS, users }], undefined, 2));
  });
