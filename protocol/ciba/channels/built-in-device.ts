// The channel to this server's own authentication device: the same POST as to a foreign entity, over the loopback interface.
import { OWN_SERVER_TIMEOUT_MS } from '#protocol/http/outgoing-calls.ts';
import type { ChannelRow } from './channel.ts';
import { postDelegation } from './post-delegation.ts';

/** Always there, so it stands last in the table. */
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
