import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLS, delegationOf, recordingCalls } from '../testing/delegation.ts';
import { httpAuthChannel } from './http-auth-channel.ts';

const builtInDevice = () => 'http://127.0.0.1:9/own';

test('contract "Start": without the option the channel is not configured', () => {
  assert.equal(
    httpAuthChannel.open({ calls: CALLS, authenticationEntity: undefined, builtInDevice }),
    undefined,
  );
});

test('service description §4.2: the delegation is sent to the option’s URL, and remedies name the option', async () => {
  const { calls, made } = recordingCalls(201);
  const channel = httpAuthChannel.open({
    calls,
    authenticationEntity: 'http://entity.test/take',
    builtInDevice,
  });
  await channel?.requestAuthentication(delegationOf());
  assert.deepEqual(
    made.map(({ url, setting }) => ({ url, setting })),
    [
      {
        url: 'http://entity.test/take',
        setting: 'option --spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri',
      },
    ],
  );
});
