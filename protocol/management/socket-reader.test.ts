import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { createSocketReader } from './socket-reader.ts';

/** Runs `use` with the two ends of a connection; the first one can be half-closed by the other. */
async function withConnection(use: (own: Socket, other: Socket) => Promise<void>): Promise<void> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const other = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [own] = (await once(server, 'connection')) as [Socket];
  try {
    await use(own, other);
  } finally {
    own.destroy();
    other.destroy();
    server.close();
  }
}

test('bytes are buffered until they are taken', () =>
  withConnection(async (own, other) => {
    const reader = createSocketReader(own);
    other.write('abc');
    assert.equal(await reader.wait(60_000), 'bytes');
    assert.equal(reader.take(2).toString(), 'ab');
    assert.equal(reader.buffered.toString(), 'c');
    other.write('de');
    assert.equal(await reader.wait(60_000), 'bytes');
    assert.equal(reader.take(9).toString(), 'cde');
  }));

test('the end of the other half is reported after the bytes in front of it, and again and again', () =>
  withConnection(async (own, other) => {
    const reader = createSocketReader(own);
    other.end('last');
    assert.equal(await reader.wait(60_000), 'bytes');
    assert.equal(await reader.wait(60_000), 'end');
    assert.equal(await reader.wait(60_000), 'end');
    assert.equal(reader.buffered.toString(), 'last');
  }));

test('a connection that is destroyed ends the wait', () =>
  withConnection(async (own) => {
    const reader = createSocketReader(own);
    const waiting = reader.wait(60_000);
    own.destroy();
    assert.equal(await waiting, 'end');
  }));

test('slow callers: a wait ends in time, and one without time left does not start', () =>
  withConnection(async (own, other) => {
    const reader = createSocketReader(own);
    assert.equal(await reader.wait(5), 'timeout');
    other.write('late');
    assert.equal(await reader.wait(0), 'timeout');
    assert.equal(await reader.wait(60_000), 'bytes');
  }));

test('floods: without a wait nothing is read, so the caller cannot fill the memory', () =>
  withConnection(async (own, other) => {
    const reader = createSocketReader(own);
    other.write(Buffer.alloc(16 * 1024 * 1024));
    assert.equal(await reader.wait(60_000), 'bytes');
    const before = reader.buffered.length;
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(reader.buffered.length, before);
    assert.ok(before <= 64 * 1024, String(before));
    assert.ok(other.writableLength > 0);
  }));
