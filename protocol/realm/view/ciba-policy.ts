// The CIBA policy: the realm's attributes, what a client sets for itself, and what of it cannot be followed.
import { MAX_CIBA_SECONDS } from '#protocol/contract/settings/client.ts';
import type { Client, Realm } from './realm.ts';

/** Value of `grant_type` (CIBA §10.1). */
export const CIBA_GRANT = 'urn:openid:params:grant-type:ciba';

/** How clients get their tokens; the first alone is supported (CIBA §5). */
const DELIVERY_MODES = ['poll', 'ping', 'push'] as const;
/** How a request names the user; the first alone is supported (CIBA §7.1). */
const USER_HINTS = ['login_hint', 'login_hint_token', 'id_token_hint'] as const;

const DEFAULT_EXPIRES_IN = 120;
const DEFAULT_INTERVAL = 5;

/** Realm attributes by what they set; Keycloak's names. */
const REALM_ATTRIBUTES = {
  deliveryMode: 'cibaBackchannelTokenDeliveryMode',
  expiresIn: 'cibaExpiresIn',
  interval: 'cibaInterval',
  userHint: 'cibaAuthRequestedUserHint',
} as const;

/** Client attributes that come before the realm's; the seconds are our own (docs/differences-to-keycloak.md, "CIBA policy of a client"). */
const CLIENT_ATTRIBUTES = {
  deliveryMode: 'ciba.backchannel.token.delivery.mode',
  expiresIn: 'ciba.expires.in',
  interval: 'ciba.interval',
} as const;

/** A setting and where it stands. */
interface PolicyValue {
  readonly value: string;
  /** `attribute cibaExpiresIn of realm demo`. */
  readonly setting: string;
}

/** The policy that holds for a client (service description §2.2). */
export interface CibaPolicy {
  readonly deliveryMode: PolicyValue;
  readonly userHint: PolicyValue;
  /** Life of an `auth_req_id` in seconds. */
  readonly expiresInSeconds: number;
  /** Seconds between two polls; 0: as often as the client likes. */
  readonly intervalSeconds: number;
}

/** Whole seconds from `least` to a day; undefined for anything else. */
function readSeconds(text: string | undefined, least: number): number | undefined {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  const seconds = Number(text);
  return seconds >= least && seconds <= MAX_CIBA_SECONDS ? seconds : undefined;
}

/** The policy of realm and client; a number that cannot be read counts as not set. */
export function cibaPolicy(realm: Realm, client: Client): CibaPolicy {
  const own = (name: keyof typeof CLIENT_ATTRIBUTES): string | undefined =>
    client.attributes[CLIENT_ATTRIBUTES[name]] || undefined;
  const ofRealm = (name: keyof typeof REALM_ATTRIBUTES): string | undefined =>
    realm.attributes[REALM_ATTRIBUTES[name]] || undefined;
  const ownMode = own('deliveryMode');
  return {
    deliveryMode:
      ownMode === undefined
        ? {
            value: ofRealm('deliveryMode') ?? DELIVERY_MODES[0],
            setting: `attribute ${REALM_ATTRIBUTES.deliveryMode} of realm ${realm.name}`,
          }
        : {
            value: ownMode,
            setting: `attribute ${CLIENT_ATTRIBUTES.deliveryMode} of client ${client.clientId}`,
          },
    userHint: {
      value: ofRealm('userHint') ?? USER_HINTS[0],
      setting: `attribute ${REALM_ATTRIBUTES.userHint} of realm ${realm.name}`,
    },
    expiresInSeconds:
      readSeconds(own('expiresIn'), 1) ?? readSeconds(ofRealm('expiresIn'), 1) ?? DEFAULT_EXPIRES_IN,
    intervalSeconds:
      readSeconds(own('interval'), 0) ?? readSeconds(ofRealm('interval'), 0) ?? DEFAULT_INTERVAL,
  };
}

/** Whether the client may use CIBA at all (`oidc.ciba.grant.enabled`). */
export function allowsCiba(client: Client): boolean {
  return client.attributes['oidc.ciba.grant.enabled'] === 'true';
}
