import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChannelDeps, ChannelRow } from './channel.ts';
import { CHANNELS, openChannel } from './table.ts';

const deps: ChannelDeps = {
  calls: { send: async () => ({ outcome: 'accepted', status: 201, detail: '', body: '' }) },
  authenticationEntity: undefined,
  builtInDevice: () => 'http://127.0.0.1:8080/x',
};

test('service description §2.2: Keycloak’s HTTP channel takes precedence; without its URL, the built-in device is used', () => {
  assert.deepEqual(
    CHANNELS.map(({ name }) => name),
    ['ciba-http-auth-channel', 'understudy-device'],
  );
});

test('service description §2.2: a row adds a third kind of channel', () => {
  const channel = { requestAuthentication: async () => undefined };
  const third: ChannelRow = { name: 'third', open: () => channel };
  assert.equal(openChannel(deps, [third, ...CHANNELS]), channel);
});

test('service description §2.2: a channel that is not configured is skipped', () => {
  const absent: ChannelRow = { name: 'absent', open: () => undefined };
  assert.ok(openChannel(deps, [absent, ...CHANNELS]));
  assert.throws(() => openChannel(deps, [absent]), TypeError);
});
