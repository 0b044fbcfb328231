// Where a client of an ended session is notified: at its back-channel logout URL or at its Admin URL.
import { resolveClientUrl } from '#protocol/realm/clients/client-url.ts';
import type { LogoutNotice, SessionEndContext } from '#protocol/realm/sessions/sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { AdapterSession } from '#protocol/store/store.ts';
import { fillInHost } from './session-host.ts';

const BACK_CHANNEL = 'backchannel.logout.url';

interface Address {
  readonly url: string;
  /** The setting that contains the URL. */
  readonly setting: string;
}

/** Where to call, and for an Admin URL the adapter's session to end there. */
export type Destination =
  | (Address & { readonly channel: 'back-channel' })
  | (Address & { readonly channel: 'admin-url'; readonly adapterSession: AdapterSession });

const NO_ADAPTER_SESSION =
  'was not called at its Admin URL: its token requests had no client_session_state, which names the session to end there';

/** Why a client with a logout URL is not called. */
type Uncalled = Pick<LogoutNotice, 'outcome' | 'detail'>;

/**
 * Undefined for a client without a URL, or with front-channel logout.
 * Compat: a client with `frontchannelLogout` is never notified by the back channel, even without a browser; a
 * client is called at its Admin URL only if its adapter has described its session, because adapters end all
 * sessions when the action names none.
 */
export function findDestination(
  client: Client,
  adapterSession: AdapterSession | undefined,
  { baseUrl, endsAll }: Pick<SessionEndContext, 'baseUrl' | 'endsAll'>,
): Destination | Uncalled | undefined {
  const { representation, protocol, attributes, clientId } = client;
  if (protocol !== 'openid-connect' || representation.frontchannelLogout === true) return undefined;
  const host = adapterSession?.host;
  const resolve = (address: string | undefined, setting: string): Address | Uncalled | undefined => {
    const hosted = fillInHost(client, address ?? '', host, setting);
    if ('problem' in hosted) return { outcome: 'failed', detail: `was not called: ${hosted.problem}` };
    const url = resolveClientUrl(client, hosted.url, baseUrl);
    return url === undefined ? undefined : { url, setting };
  };
  const backChannel = resolve(attributes[BACK_CHANNEL], `attribute ${BACK_CHANNEL} of client ${clientId}`);
  if (backChannel !== undefined)
    return 'url' in backChannel ? { ...backChannel, channel: 'back-channel' } : backChannel;
  if (endsAll) return undefined;
  const admin = resolve(representation.adminUrl, `adminUrl of client ${clientId}`);
  if (admin === undefined) return undefined;
  if (adapterSession === undefined) return { outcome: 'skipped', detail: NO_ADAPTER_SESSION };
  if (!('url' in admin)) return admin;
  const url = `${admin.url.replace(/\/$/, '')}/k_logout`;
  return { url, setting: admin.setting, channel: 'admin-url', adapterSession };
}
