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
  const store = createMemoryStore();
  return { clock, exchange, sp, other, store, used: createUsedRequests(store) };
}

test('SAML Core §1.3.4: a request is answered once, and checking does not consume it', async () => {
  const { exchange, sp, used } = start();
  await used.check(exchange, sp, 'a');
  await used.check(exchange, sp, 'a');
  await used.consume(exchange, sp, 'a');
  for (const again of [used.check, used.consume])
    await assert.rejects(
      again(exchange, sp, 'a'),
      (error) => error instanceof SamlStatusError && error.code === 'replayed_request',
    );
});

test('SAML Core §1.3.4: of two servers that answer a request at once, one does', async () => {
  const { exchange, sp, store, used } = start();
  const servers = [used, createUsedRequests(store)];
  const answers = await Promise.allSettled(servers.map((server) => server.consume(exchange, sp, 'a')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

test('SAML Core §1.3.4: IDs of different senders are independent', async () => {
  const { exchange, sp, other, used } = start();
  await used.consume(exchange, sp, 'a');
  await used.consume(exchange, other, 'a');
  await used.consume(exchange, sp, 'b');
});

test('SAML Core §1.3.4: IDs of two realms are independent, even if their clients have one id', async () => {
  const { exchange, sp, used } = start();
  const elsewhere = createTestExchange({ clock: exchange.clock, realm: { id: 'elsewhere' } });
  await used.consume(exchange, sp, 'a');
  await used.consume(elsewhere, sp, 'a');
});

test('SAML Core §1.3.4: an ID is remembered as long as its request would be fresh', async () => {
  const { clock, exchange, sp, used } = start();
  await used.consume(exchange, sp, 'a');
  clock.setOffsetMs(1800 * 1000);
  await assert.rejects(used.check(exchange, sp, 'a'), SamlStatusError);
  clock.setOffsetMs(1861 * 1000);
  await used.check(exchange, sp, 'a');
});
