// Pushed authorization requests: short-lived and single-use.

import { createUuid } from '#protocol/crypto/identifiers.ts';
import { fixable, type Remedy, secondsNeeded } from '#protocol/errors/remedy.ts';
import type { Parameters, RealmExchange } from '#protocol/http/exchange.ts';
import { listParameters } from '#protocol/http/parameters.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { ExpiringStore } from '#protocol/store/store.ts';
import { refuseRequest } from './request-refusal.ts';

/** Prefix of the `request_uri` of pushed requests (RFC 9126 §2.2). */
export const PUSHED_PREFIX = 'urn:ietf:params:oauth:request_uri:';

const DEFAULT_LIFESPAN_SECONDS = 60;
const SECTION = 'RFC 9126 §4';

/** A pushed request; parameters of a request object are already merged. */
export interface PushedRequest {
  readonly realmId: string;
  readonly clientUuid: string;
  readonly parameters: Parameters['entries'];
  /** Activity flow of the push, which the authorization request continues. */
  readonly flow: string;
  /** Milliseconds on the realm's clock. */
  readonly expiresAt: number;
}

export type PushedRequests = ExpiringStore<PushedRequest>;

/** Lifespan in seconds: realm attribute `parRequestUriLifespan`. */
export function pushedLifespan({ attributes }: Realm): number {
  const own = Number(attributes['parRequestUriLifespan']);
  return Number.isSafeInteger(own) && own > 0 ? own : DEFAULT_LIFESPAN_SECONDS;
}

/** Stores a request and returns its `request_uri`. */
export async function keepPushedRequest(
  pushed: PushedRequests,
  { realm, clock, activity }: Pick<RealmExchange, 'realm' | 'clock' | 'activity'>,
  client: Client,
  { entries: parameters }: Parameters,
): Promise<string> {
  const uri = `${PUSHED_PREFIX}${createUuid()}`;
  const now = clock.now();
  const expiresAt = now + pushedLifespan(realm) * 1000;
  // Remembered after it expires, so that late use is distinguished from guessing.
  const { flow } = activity;
  const request = { realmId: realm.id, clientUuid: client.id, parameters, flow, expiresAt };
  await pushed.put(uri, request, expiresAt + 600_000, now);
  return uri;
}

/** @throws {OAuthError} `invalid_request_uri`: unknown, used, expired or another client's. RFC 9126 §4. */
export async function takePushedRequest(
  pushed: PushedRequests,
  {
    realm,
    clock,
    activity,
    forcedError,
  }: Pick<RealmExchange, 'realm' | 'clock' | 'activity' | 'forcedError'>,
  client: Client,
  uri: string,
): Promise<Parameters> {
  const refuse = (reason: string, remedy: Remedy): Error =>
    refuseRequest(reason, remedy, { code: 'invalid_request_uri', section: SECTION });
  const now = clock.now();
  const known = await pushed.find(realm.id, uri, now);
  if (known === undefined)
    throw refuse(
      'There is no pushed request with this request_uri.',
      'Push the request to ext/par/request of this realm first.',
    );
  // Checked before it is consumed, so that no other client can use it up.
  if (known.clientUuid !== client.id)
    throw refuse(
      `The request was pushed by a client other than ${client.clientId}.`,
      'Send the client_id that pushed it.',
    );
  activity.joinFlow(known.flow);
  // A request that a fault answers uses nothing up.
  if (forcedError !== undefined) return listParameters(known.parameters);
  const taken = await pushed.consume(realm.id, uri, now);
  if (taken.state !== 'found')
    throw refuse('The pushed request was already used.', 'Push a new request for each sign-in.');
  if (now < taken.value.expiresAt) return listParameters(taken.value.parameters);
  throw refuse(
    `The pushed request was valid for ${pushedLifespan(realm)} seconds.`,
    fixable(
      {
        kind: 'raise-pushed-request-lifespan',
        realm: realm.name,
        seconds: secondsNeeded(pushedLifespan(realm), taken.value.expiresAt, now),
      },
      `Send the browser sooner, or raise attribute parRequestUriLifespan of realm ${realm.name}.`,
    ),
  );
}
