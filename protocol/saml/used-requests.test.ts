import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createUsedRequests } from './used-requests.ts';

function start() {
  const clock = createMovableClock({ now: () => 1_000_000 });
  const clients = ['sp', 'other'].map((clientId) => ({ clientId, protocol: 'saml' }));
  const exchange = createTestExchange({ clock, realm: { clients } });
  const [sp, other] = [...exchange.realm.clients.values()].filter(({ protocol }) => protocol === 'saml');
  assert.ok(sp && other);
  return { clock, exchange, sp, other, used: createUsedRequests(createMemoryStore()) };
}

test('SAML Core §1.3.4: a request is answered once, and checking does not consume it', () => {
  const { exchange, sp, used } = start();
  used.check(exchange, sp, 'a');
  used.check(exchange, sp, 'a');
  used.consume(exchange, sp, 'a');
  for (const again of [used.check, used.consume])
    assert.throws(
      () => again(exchange, sp, 'a'),
      (error) => error instanceof SamlStatusError && error.code === 'replayed_request',
    );
});

test('SAML Core §1.3.4: IDs of different senders are independent', () => {
  const { exchange, sp, other, used } = start();
  used.consume(exchange, sp, 'a');
  used.consume(exchange, other, 'a');
  used.consume(exchange, sp, 'b');
});

test('SAML Core §1.3.4: an ID is remembered as long as its request would be fresh', () => {
  const { clock, exchange, sp, used } = start();
  used.consume(exchange, sp, 'a');
  clock.setOffsetMs(1800 * 1000);
  assert.throws(() => used.check(exchange, sp, 'a'), SamlStatusError);
  clock.setOffsetMs(1861 * 1000);
  used.check(exchange, sp, 'a');
});
