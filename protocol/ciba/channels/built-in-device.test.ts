import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delegationOf, recordingCalls } from '../testing/delegation.ts';
import { builtInDeviceChannel } from './built-in-device.ts';

test('the built-in device gets the same POST as an external entity, at the realm’s URL', async () => {
  const { calls, made } = recordingCalls(201);
  const channel = builtInDeviceChannel.open({
    calls,
    authenticationEntity: undefined,
    builtInDevice: (realmName) => `http://127.0.0.1:9/${realmName}`,
  });
  await channel?.requestAuthentication(delegationOf());
  assert.deepEqual(
    made.map(({ url, authorization, contentType, timeoutMs }) => ({
      url,
      authorization,
      contentType,
      timeoutMs,
    })),
    [
      {
        url: 'http://127.0.0.1:9/demo',
        authorization: 'Bearer t',
        contentType: 'application/json',
        // The server calls itself, so the timeout is generous for busy machines.
        timeoutMs: 30_000,
      },
    ],
  );
});
