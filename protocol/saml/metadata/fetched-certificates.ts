// Fetches certificates from service providers' published metadata and stores them in client attributes.

import { type DocumentFetcher, fetchUnrecorded } from '#protocol/http/document-fetcher.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { mdcOfCall } from '#protocol/http/exchange-mdc.ts';
import { reasonOfFailure } from '#protocol/http/network-failure.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { RealmStore, StoredRealm } from '#protocol/store/store.ts';
import { resolveServiceUrl } from '../service-url.ts';
import { readServiceProviderMetadata } from './service-provider-metadata.ts';

export interface FetchedCertificates {
  /**
   * Fetches the client's metadata if `saml.useMetadataDescriptorUrl` is set and the cache has expired.
   * Returns the exchange with the updated realm. Never throws: on failure nothing changes. SAML Metadata §4.
   */
  refresh(exchange: RealmExchange, client: Client): Promise<RealmExchange>;
}

export interface FetchedCertificatesOptions {
  readonly realms: Pick<RealmStore, 'find' | 'update'>;
  readonly log: Logger;
  /** Default: fetches without a record in Activity. */
  readonly fetchDocument?: DocumentFetcher;
  /** Default: 5 s. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5000;
const MAX_BYTES = 1024 * 1024;
/** Default of `saml.descriptor.cache.seconds`. */
const KEPT_SECONDS = 300;
/** So that unverified messages cannot make this server flood the client's. */
const MIN_SECONDS = 10;
const MAX_REMEMBERED = 500;
const RULE = 'load-metadata';
const SECTION = 'SAML Metadata §4';

interface Fetch {
  readonly startedAt: number;
  readonly done: Promise<void>;
}

/** Fetch times are kept in memory. */
export function createFetchedCertificates(options: FetchedCertificatesOptions): FetchedCertificates {
  const fetches = new Map<string, Fetch>();
  const begin = (key: string, fetch: Fetch): Fetch => {
    const [oldest] = fetches.keys();
    if (fetches.size >= MAX_REMEMBERED && oldest !== undefined) fetches.delete(oldest);
    fetches.set(key, fetch);
    return fetch;
  };
  return {
    async refresh(exchange, client) {
      const { realm, clock } = exchange;
      const url = metadataUrl(exchange, client);
      if (url === undefined) return exchange;
      const key = `${realm.id} ${client.id} ${url}`;
      const now = clock.now();
      const known = fetches.get(key);
      const isFresh = known !== undefined && Math.abs(now - known.startedAt) < keptSeconds(client) * 1000;
      const fetch = isFresh
        ? known
        : begin(key, { startedAt: now, done: fetchAndKeep(exchange, client, url, options) });
      await fetch.done;
      const stored = options.realms.find(realm.name) ?? realm.stored;
      return stored === realm.stored ? exchange : { ...exchange, realm: viewRealm(stored) };
    },
  };
}

function metadataUrl({ baseUrl }: RealmExchange, client: Client): string | undefined {
  const { 'saml.useMetadataDescriptorUrl': isUsed, 'saml.metadataDescriptorUrl': url } = client.attributes;
  return isUsed === 'true' ? resolveServiceUrl(client, url, baseUrl) : undefined;
}

function keptSeconds({ attributes }: Client): number {
  const seconds = Number(attributes['saml.descriptor.cache.seconds']);
  return Number.isFinite(seconds) && seconds > 0 ? Math.max(MIN_SECONDS, seconds) : KEPT_SECONDS;
}

async function fetchAndKeep(
  exchange: RealmExchange,
  { clientId }: Client,
  url: string,
  options: FetchedCertificatesOptions,
): Promise<void> {
  const { realm, clock, activity } = exchange;
  try {
    const accept = 'application/samlmetadata+xml, application/xml, text/xml';
    const { timeoutMs = TIMEOUT_MS, fetchDocument = fetchUnrecorded } = options;
    const limits = { accept, timeoutMs, maxBytes: MAX_BYTES };
    const text = await fetchDocument(url, limits, {
      kind: 'saml-metadata',
      title: 'Metadata of a service provider',
      mdc: mdcOfCall(exchange, clientId),
      section: SECTION,
    });
    const found = readServiceProviderMetadata(text, { now: clock.now(), entityId: clientId });
    if (found.entityId !== clientId)
      throw new ClientDescriptionError(`The metadata is of ${found.entityId}, not of client ${clientId}.`);
    const attributes = {
      'saml.signing.certificate': found.signingCertificates.join(','),
      'saml.encryption.certificate': found.encryptionCertificates[0] ?? '',
    };
    await options.realms.update(realm.name, (stored) => withAttributes(stored, clientId, attributes));
    const { signingCertificates: signing, encryptionCertificates: encryption } = found;
    activity.recordPass(
      RULE,
      `${url} has ${signing.length} certificates to verify with and ${encryption.length} to encrypt with.`,
      SECTION,
    );
  } catch (error) {
    const reason = reasonOfFailure(error);
    activity.recordNote(
      RULE,
      `${url} could not be read, so certificates stay as they are: ${reason}`,
      SECTION,
    );
    options.log
      .with(() => mdcOfCall(exchange, clientId))
      .warn('The metadata of a client cannot be fetched', { url, clientId, realm: realm.name }, error);
  }
}

/** Sets the client's non-empty attributes; returns the same object if nothing changes. */
function withAttributes(
  realm: StoredRealm,
  clientId: string,
  attributes: Readonly<Record<string, string>>,
): StoredRealm {
  const client = realm.clients?.find((each) => each.clientId === clientId);
  const changed = Object.entries(attributes).filter(
    ([name, value]) => value !== '' && client?.attributes?.[name] !== value,
  );
  if (client === undefined || changed.length === 0) return realm;
  const updated = { ...client, attributes: { ...client.attributes, ...Object.fromEntries(changed) } };
  return { ...realm, clients: (realm.clients ?? []).map((each) => (each === client ? updated : each)) };
}
