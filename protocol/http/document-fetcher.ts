// Fetches what clients publish (keys, metadata, request objects), and records each fetch in Activity.
import type { Mdc } from '#protocol/contract/log-record.ts';
import type { CallKind } from '#protocol/contract/outgoing-calls.ts';
import type { Reply } from './exchange.ts';
import type { ExchangeRecorder } from './exchange-recorder.ts';
import { type FetchLimits, fetchBounded } from './fetch-bounded.ts';
import { reasonOfFailure } from './network-failure.ts';

/** What is fetched, and for whom. */
interface FetchedDocument {
  readonly kind: CallKind;
  /** Title in Activity: "Keys of a client". */
  readonly title: string;
  /** Realm, client and flow on whose behalf it is fetched, as in the log. */
  readonly mdc: Mdc;
  readonly section: string;
}

/** As {@link fetchBounded}. @throws {Error} */
export type DocumentFetcher = (
  url: string,
  limits: FetchLimits,
  document: FetchedDocument,
) => Promise<string>;

/** For tests of what fetches: records nothing. */
export const fetchUnrecorded: DocumentFetcher = (url, limits) => fetchBounded(url, limits);

function factsOf(url: string, accept: string) {
  const { host, protocol } = URL.canParse(url) ? new URL(url) : { host: '', protocol: '' };
  const rawHeaders = ['host', host, 'accept', accept];
  return { method: 'GET', target: url, rawHeaders, remoteAddress: '', secure: protocol === 'https:' };
}

export function createDocumentFetcher(activity: ExchangeRecorder): DocumentFetcher {
  return async (url, limits, { kind, title, mdc, section }) => {
    const recorded = activity.begin(factsOf(url, limits.accept));
    recorded.title(title);
    recorded.callKind = kind;
    recorded.parties('understudy', 'application');
    if (mdc['flow'] !== undefined) recorded.joinFlow(mdc['flow']);
    recorded.realmName = mdc['realm'];
    if (mdc['client'] !== undefined) recorded.client(mdc['client']);
    let reply: Reply = { status: 0 };
    const fetch: typeof globalThis.fetch = async (address, init) => {
      const response = await (limits.fetch ?? globalThis.fetch)(address, init);
      reply = { status: response.status, headers: Object.fromEntries(response.headers) };
      return response;
    };
    try {
      const body = await fetchBounded(url, { ...limits, fetch });
      recorded.recordPass('fetch-document', `${url} answered ${reply.status}.`, section);
      activity.finish(recorded, { ...reply, body });
      return body;
    } catch (error) {
      const description = reasonOfFailure(error);
      const remedy = 'Serve the document there with status 200, without a redirect, to this machine.';
      recorded.refusedAtDoor({ code: 'fetch_failed', description, remedy, section });
      recorded.outcome('failed');
      activity.finish(recorded, reply);
      throw error;
    }
  };
}
