import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { fingerprint, listPeople, toPerson } from './person.ts';

const provider = (people: unknown) =>
  ({
    config: { 'understudy.stand-in.people': typeof people === 'string' ? people : JSON.stringify(people) },
  }) as unknown as IdentityProvider;

test('the setting understudy.stand-in.people has the people of a stand-in', () => {
  const [person] = listPeople(
    provider([
      { email: 'Zoe.Kim@Example.com', emailVerified: false, emailPrivate: true, claims: { team: 'x' } },
    ]),
  );
  assert.deepEqual(person, {
    id: undefined,
    username: 'zoe.kim',
    firstName: 'Zoe',
    lastName: 'Kim',
    email: 'zoe.kim@example.com',
    emailVerified: false,
    isEmailPrivate: true,
    claims: { team: 'x' },
  });
});

test('bad input: without people, and for a setting that has none, there are examples', () => {
  for (const people of [
    '',
    '[',
    '{}',
    '7',
    '[]',
    '[null, 1, {}]',
    [{ email: 'no address' }],
    [{ email: 'a@b@c' }],
  ])
    assert.deepEqual(
      listPeople(provider(people)).map(({ email }) => email),
      ['ada@example.com', 'ben@example.com', 'chiara@example.com'],
      JSON.stringify(people),
    );
  assert.equal(listPeople({ config: {} } as IdentityProvider).length, 3);
});

test('a person needs an address, a name or an id', () => {
  assert.equal(toPerson({}), undefined);
  assert.equal(toPerson({ id: '7' })?.username, '7');
  assert.equal(toPerson({ username: 'x', claims: ['no'] })?.email, '');
});

test('a person has the same fingerprint each time', () => {
  const of = (email: string) => fingerprint(toPerson({ email }) ?? assert.fail());
  assert.equal(of('a@b.test'), of('A@b.test'));
  assert.notEqual(of('a@b.test'), of('c@b.test'));
});
