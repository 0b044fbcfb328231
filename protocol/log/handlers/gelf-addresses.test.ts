import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAddresses, lookupHost } from './gelf-addresses.ts';

const never = (): never => assert.fail('an address needs no look-up');

test('an IP address is returned without a lookup', async () => {
  assert.deepEqual(await findAddresses('10.0.0.7', never), [{ address: '10.0.0.7', family: 4 }]);
  assert.deepEqual(await findAddresses('::1', never), [{ address: '::1', family: 6 }]);
});

test('of several addresses IPv4 comes first', async () => {
  const lookup = async () => [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  assert.deepEqual(
    (await findAddresses('both.test', lookup)).map(({ address }) => address),
    ['127.0.0.1', '::1'],
  );
});

test('the operating system resolves localhost', async () => {
  assert.notEqual((await findAddresses('localhost', lookupHost)).length, 0);
});

test('a name without address, or one that cannot be resolved, is an error', async () => {
  await assert.rejects(
    findAddresses('none.test', async () => []),
    /none\.test has no address/,
  );
  await assert.rejects(
    findAddresses('lost.test', () => Promise.reject(new Error('ENOTFOUND'))),
    /ENOTFOUND/,
  );
});
