// Keycloak's HTTP authentication channel: an external authentication entity at the URL of a start option.
import type { OptionKey } from '#protocol/contract/options.ts';
import type { ChannelDeps, ChannelRow } from './channel.ts';
import { postDelegation } from './post-delegation.ts';

const OPTION =
  'spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri' satisfies OptionKey;

/** Service description §2.2, §4.2. */
export const httpAuthChannel: ChannelRow = {
  name: 'ciba-http-auth-channel',
  open({ authenticationEntity: url, calls }: ChannelDeps) {
    if (url === undefined) return undefined;
    const address = { url, setting: `option --${OPTION}` };
    return { requestAuthentication: (delegation) => postDelegation(calls, address, delegation) };
  },
};
