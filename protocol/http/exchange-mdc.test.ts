import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mdcOfCall } from './exchange-mdc.ts';
import { createTestExchange } from './testing/exchange.ts';

test('service description §2.3: records of a call carry its realm, client, flow and exchange', () => {
  const exchange = createTestExchange({});
  exchange.activity.joinFlow('f1');
  assert.deepEqual(mdcOfCall(exchange, 'shop'), {
    realm: exchange.realm.name,
    client: 'shop',
    flow: 'f1',
    exchange: exchange.id,
  });
});
