import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { findFreePort } from './free-port.ts';

test('the next free port is found, and the ports in use are skipped', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const found = await findFreePort('127.0.0.1', port);
  assert.ok(found !== undefined && found > port);
  const second = createServer().listen(found, '127.0.0.1');
  await once(second, 'listening');
  const next = await findFreePort('127.0.0.1', port);
  assert.ok(next !== undefined && next > found);
  first.close();
  second.close();
});

test('bad input: after the last port, and on an address of another machine, there is none', async () => {
  assert.equal(await findFreePort('127.0.0.1', 65_535), undefined);
  assert.equal(await findFreePort('192.0.2.1', 65_530), undefined);
});
