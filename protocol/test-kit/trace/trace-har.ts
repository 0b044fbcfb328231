// The trace as HTTP Archive 1.2, which browsers' developer tools and proxies open.
import { STATUS_CODES } from 'node:http';
import { requestUrl } from '#protocol/activity/describe-exchange.ts';
import type { ActivityMessage, ActivityValue } from '#protocol/contract/activity.ts';
import { maskUrl } from '#protocol/http/masking.ts';
import { groupFlows, type TracedExchange } from './trace-flows.ts';

interface NameValue {
  readonly name: string;
  readonly value: string;
}

const HTTP_VERSION = 'HTTP/1.1';
/** The format's word for "not known". */
const UNKNOWN = -1;

const pairs = (values: readonly ActivityValue[]): readonly NameValue[] =>
  values.map(({ name, value }) => ({ name, value }));

function headerOf({ headers }: ActivityMessage, name: string): string | undefined {
  return headers.find((header) => header.name === name)?.value;
}

function postData(request: ActivityMessage): object | undefined {
  const mimeType = headerOf(request, 'content-type') ?? '';
  if (request.form.length > 0) {
    const params = pairs(request.form);
    const text = params
      .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
    return { mimeType, params, text };
  }
  const [document] = request.documents;
  const text = request.json === undefined ? document?.xml : JSON.stringify(request.json);
  return text === undefined || mimeType === '' ? undefined : { mimeType, params: [], text };
}

function contentOf(response: ActivityMessage, size: number): object {
  const mimeType = headerOf(response, 'content-type') ?? 'x-unknown';
  if (response.json === undefined) return { size, mimeType };
  return { size, mimeType, text: JSON.stringify(response.json) };
}

/** Members with an underscore are ours, as the format allows. */
function entryOf({ recorded, record }: TracedExchange, pageref: string): object {
  const { request, response } = record;
  const { refusal, decisions, clientId, username, test, fault, outcome, title } = record;
  const posted = postData(request);
  return {
    pageref,
    startedDateTime: record.startedAt,
    time: record.durationMs,
    request: {
      method: record.method,
      url: maskUrl(requestUrl(recorded)),
      httpVersion: HTTP_VERSION,
      cookies: pairs(request.cookies),
      headers: pairs(request.headers),
      queryString: pairs(request.query),
      ...(posted === undefined ? {} : { postData: posted }),
      headersSize: UNKNOWN,
      bodySize: recorded.requestBodyLength,
    },
    response: {
      status: record.status,
      statusText: STATUS_CODES[record.status] ?? '',
      httpVersion: HTTP_VERSION,
      cookies: pairs(response.cookies),
      headers: pairs(response.headers),
      content: contentOf(response, recorded.replyBodyLength),
      redirectURL: response.location?.by === 'redirect' ? response.location.url : '',
      headersSize: UNKNOWN,
      bodySize: recorded.replyBodyLength,
    },
    cache: {},
    timings: { send: 0, wait: record.durationMs, receive: 0 },
    comment: title,
    _understudy: { id: record.id, outcome, refusal, decisions, clientId, username, test, fault },
  };
}

/** A page per flow, an entry per exchange. HAR 1.2; secrets are masked. */
export function renderHar(traced: readonly TracedExchange[], version: string): object {
  const flows = groupFlows(traced);
  return {
    log: {
      version: '1.2',
      creator: { name: 'Understudy', version },
      pages: flows.map(({ id, name, exchanges }) => ({
        id,
        title: name,
        startedDateTime: exchanges[0]?.record.startedAt,
        pageTimings: {},
      })),
      entries: traced.map((one) => entryOf(one, one.record.flow)),
    },
  };
}
