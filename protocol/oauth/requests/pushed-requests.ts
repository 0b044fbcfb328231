// Pushed authorization requests: kept for a short while, taken once.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { Parameters, RealmExchange } from '#protocol/http/exchange.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { ExpiringStore } from '#protocol/store/store.ts';
import { refuseRequest } from './request-refusal.ts';

/** What begins every `request_uri` of a pushed request (RFC 9126 §2.2). */
export const PUSHED_PREFIX = 'urn:ietf:params:oauth:request_uri:';

const DEFAULT_LIFESPAN_SECONDS = 60;
const SECTION = 'RFC 9126 §4';

/** A request as it was pushed, its object read already. */
export interface PushedRequest {
  readonly realmId: string;
  readonly clientUuid: string;
  readonly parameters: Parameters;
  /** Milliseconds on the realm's clock. */
  readonly expiresAt: number;
}

/** Pushed requests of all realms. */
export type PushedRequests = ExpiringStore<PushedRequest>;

/** Seconds that a pushed request lives: realm attribute `parRequestUriLifespan`. */
export function pushedLifespan({ attributes }: Realm): number {
  const own = Number(attributes['parRequestUriLifespan']);
  return Number.isSafeInteger(own) && own > 0 ? own : DEFAULT_LIFESPAN_SECONDS;
}

/** Keeps a request and gives its `request_uri`. */
export function keepPushedRequest(
  pushed: PushedRequests,
  { realm, clock }: Pick<RealmExchange, 'realm' | 'clock'>,
  client: Client,
  parameters: Parameters,
): string {
  const uri = `${PUSHED_PREFIX}${createUuid()}`;
  const now = clock.now();
  const expiresAt = now + pushedLifespan(realm) * 1000;
  // Remembered beyond its life, so that a late use is told from guessing.
  const request = { realmId: realm.id, clientUuid: client.id, parameters, expiresAt };
  pushed.put(uri, request, expiresAt + 600_000, now);
  return uri;
}

/**
 * Takes a pushed request.
 * @throws {OAuthError} `invalid_request_uri` when there is none of this name, it was used, it expired, or it is another client's. RFC 9126 §4.
 */
export function takePushedRequest(
  pushed: PushedRequests,
  { realm, clock }: Pick<RealmExchange, 'realm' | 'clock'>,
  client: Client,
  uri: string,
): Parameters {
  const refuse = (reason: string, remedy: string): Error =>
    refuseRequest(reason, remedy, { code: 'invalid_request_uri', section: SECTION });
  const now = clock.now();
  const known = pushed.find(uri, now);
  if (known === undefined || known.realmId !== realm.id)
    throw refuse(
      'There is no pushed request of this name.',
      'Push the request to ext/par/request of this realm first.',
    );
  // Before it is taken, so that nobody else can use up a client's request.
  if (known.clientUuid !== client.id)
    throw refuse(
      `The request was pushed by another client than ${client.clientId}.`,
      'Send the client_id that pushed it.',
    );
  const taken = pushed.consume(uri, now);
  if (taken.state !== 'found')
    throw refuse('The pushed request was used before.', 'Push a new request for each sign-in.');
  if (now < taken.value.expiresAt) return taken.value.parameters;
  throw refuse(
    `The pushed request lived ${pushedLifespan(realm)} seconds.`,
    `Send the browser sooner, or raise attribute parRequestUriLifespan of realm ${realm.name}.`,
  );
}
