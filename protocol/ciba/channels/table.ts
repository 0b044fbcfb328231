// The table of authentication channels, in order of precedence.

import { builtInDeviceChannel } from './built-in-device.ts';
import type { AuthenticationChannel, ChannelDeps, ChannelRow } from './channel.ts';
import { httpAuthChannel } from './http-auth-channel.ts';

export const CHANNELS: readonly ChannelRow[] = [httpAuthChannel, builtInDeviceChannel];

/** Opens the first configured channel. @throws {TypeError} if none is configured. */
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
