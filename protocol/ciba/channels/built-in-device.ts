// The channel to the built-in authentication device: the same POST as to other entities, over the loopback
// interface.
import { OWN_SERVER_TIMEOUT_MS } from '#protocol/http/outgoing-calls.ts';
import type { ChannelRow } from './channel.ts';
import { postDelegation } from './post-delegation.ts';

/** Always configured, so it is the last row of the table. */
export const builtInDeviceChannel: ChannelRow = {
  name: 'understudy-device',
  open({ builtInDevice, calls }) {
    return {
      requestAuthentication: (delegation) =>
        postDelegation(
          calls,
          {
            url: builtInDevice(delegation.realm.name),
            setting: 'option --http-host',
            timeoutMs: OWN_SERVER_TIMEOUT_MS,
          },
          delegation,
        ),
    };
  },
};
