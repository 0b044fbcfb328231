// The table of authentication channels, in the order in which they are asked whether they are configured.

import { builtInDeviceChannel } from './built-in-device.ts';
import type { AuthenticationChannel, ChannelDeps, ChannelRow } from './channel.ts';
import { httpAuthChannel } from './http-auth-channel.ts';

/** Every channel. */
export const CHANNELS: readonly ChannelRow[] = [httpAuthChannel, builtInDeviceChannel];

/** The first channel that is configured. @throws {TypeError} when none is. */
export function openChannel(
  deps: ChannelDeps,
  table: readonly ChannelRow[] = CHANNELS,
): AuthenticationChannel {
  for (const row of table) {
    const channel = row.open(deps);
    if (channel !== undefined) return channel;
  }
  throw new TypeError('no authentication channel is configured');
}
