import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startSmtpServer } from './smtp-server.ts';

test('the SMTP server of tests greets, and ends when it is closed', async () => {
  const server = await startSmtpServer();
  const socket = connect(server.port, '127.0.0.1');
  const [greeting] = await socket.take(1).map(String).toArray();
  assert.match(greeting ?? '', /^220 /);
  socket.destroy();
  await server.close();
  assert.deepEqual(server.accepted, []);
});
