import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperContext, runMapper } from '../testing/mapper.ts';
import { address } from './address.ts';

test('OIDC Core §5.1.1: the address contains the parts that the user has', () => {
  const context = mapperContext({ attributes: { street: ['1 Example Street'], locality: ['Exampleton'] } });
  assert.deepEqual(runMapper(address, {}, context), {
    address: { street_address: '1 Example Street', locality: 'Exampleton' },
  });
});

test('oidc-address-mapper: the configuration selects the attribute for a part', () => {
  const context = mapperContext({ attributes: { home: ['US'] } });
  assert.deepEqual(runMapper(address, { 'user.attribute.country': 'home' }, context), {
    address: { country: 'US' },
  });
});

test('OIDC Core §5.1.1: without any part there is no address claim', () => {
  assert.deepEqual(runMapper(address, {}, mapperContext()), {});
});
