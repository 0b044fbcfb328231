import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDistinct } from './distinct.ts';
import { RealmFileError } from './realm-file-error.ts';

test('the second entry with a value is named', () => {
  const list = [{ clientId: 'a' }, { clientId: 'b' }, { clientId: 'a' }];
  assert.throws(
    () => checkDistinct(list, 'clients', 'clientId'),
    (error) => error instanceof RealmFileError && error.member === 'clients[2].clientId',
  );
});

test('entries without a value are not compared', () => {
  checkDistinct([{}, {}, { email: '' }, { email: '' }, { email: 'a' }], 'users', 'email');
});
