// The CIBA policy of a client, from its own attributes and the realm's.
import { MAX_CIBA_SECONDS } from '#protocol/contract/settings/client.ts';
import type { Client, Realm } from './realm.ts';

/** Value of `grant_type` (CIBA §10.1). */
export const CIBA_GRANT = 'urn:openid:params:grant-type:ciba';

/** The supported token delivery mode (CIBA §5). */
const DEFAULT_DELIVERY_MODE = 'poll';
/** The supported way in which a request identifies the user (CIBA §7.1). */
const DEFAULT_USER_HINT = 'login_hint';
const DEFAULT_EXPIRES_IN = 120;
const DEFAULT_INTERVAL = 5;

/** Realm attributes. Compat: Keycloak's names. */
const REALM_ATTRIBUTES = {
  deliveryMode: 'cibaBackchannelTokenDeliveryMode',
  expiresIn: 'cibaExpiresIn',
  interval: 'cibaInterval',
  userHint: 'cibaAuthRequestedUserHint',
} as const;

/**
 * Client attributes, which override the realm's. Choice: expiry and interval per client are our own
 * (docs/differences-to-keycloak.md, "CIBA policy of a client").
 */
const CLIENT_ATTRIBUTES = {
  deliveryMode: 'ciba.backchannel.token.delivery.mode',
  expiresIn: 'ciba.expires.in',
  interval: 'ciba.interval',
} as const;

/** A value and the setting it comes from. */
interface PolicyValue {
  readonly value: string;
  /** `attribute cibaExpiresIn of realm demo`. */
  readonly setting: string;
}

/** The effective policy of a client (service description §2.2). */
export interface CibaPolicy {
  readonly deliveryMode: PolicyValue;
  readonly userHint: PolicyValue;
  /** Lifetime of an `auth_req_id` in seconds. */
  readonly expiresInSeconds: number;
  /** Minimum seconds between two polls; 0: no limit. */
  readonly intervalSeconds: number;
}

/** Whole seconds from `least` to a day; undefined for anything else. */
function readSeconds(text: string | undefined, least: number): number | undefined {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  const seconds = Number(text);
  return seconds >= least && seconds <= MAX_CIBA_SECONDS ? seconds : undefined;
}

/** Numbers that cannot be parsed count as not set. */
export function cibaPolicy(realm: Realm, client: Client): CibaPolicy {
  const ofRealm = (attribute: string, fallback: string): PolicyValue => ({
    value: realm.attributes[attribute] || fallback,
    setting: `attribute ${attribute} of realm ${realm.name}`,
  });
  const seconds = (name: 'expiresIn' | 'interval', least: number): number | undefined =>
    readSeconds(client.attributes[CLIENT_ATTRIBUTES[name]], least) ??
    readSeconds(realm.attributes[REALM_ATTRIBUTES[name]], least);
  const ownMode = client.attributes[CLIENT_ATTRIBUTES.deliveryMode];
  const ownSetting = `attribute ${CLIENT_ATTRIBUTES.deliveryMode} of client ${client.clientId}`;
  return {
    deliveryMode: ownMode
      ? { value: ownMode, setting: ownSetting }
      : ofRealm(REALM_ATTRIBUTES.deliveryMode, DEFAULT_DELIVERY_MODE),
    userHint: ofRealm(REALM_ATTRIBUTES.userHint, DEFAULT_USER_HINT),
    expiresInSeconds: seconds('expiresIn', 1) ?? DEFAULT_EXPIRES_IN,
    intervalSeconds: seconds('interval', 0) ?? DEFAULT_INTERVAL,
  };
}

/** Whether the client may use CIBA (`oidc.ciba.grant.enabled`). */
export function allowsCiba(client: Client): boolean {
  return client.attributes['oidc.ciba.grant.enabled'] === 'true';
}
