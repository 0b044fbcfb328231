// Recorded exchanges for the tests of `verify`.
import type {
  ActivityLocation,
  ActivityMessage,
  ActivityRecord,
  ActivityValue,
} from '#protocol/contract/activity.ts';

/** What a test says of an exchange; names and values as pairs. */
export interface RecordParts extends Partial<Omit<ActivityRecord, 'request' | 'response'>> {
  readonly query?: Pairs;
  readonly form?: Pairs;
  readonly headers?: Pairs;
  readonly cookies?: Pairs;
  readonly json?: unknown;
  readonly documents?: ActivityMessage['documents'];
  readonly answer?: {
    readonly headers?: Pairs;
    readonly json?: unknown;
    readonly location?: ActivityLocation;
  };
}

type Pairs = readonly (readonly [name: string, value: string])[];

function toValues(pairs: Pairs = []): readonly ActivityValue[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

function message(parts: RecordParts): ActivityMessage {
  return {
    headers: toValues(parts.headers),
    query: toValues(parts.query),
    form: toValues(parts.form),
    cookies: toValues(parts.cookies),
    ...(parts.json === undefined ? {} : { json: parts.json }),
    tokens: [],
    documents: parts.documents ?? [],
  };
}

/** An accepted GET of an application, unless the parts say otherwise. */
export function createRecord(parts: RecordParts = {}): ActivityRecord {
  const { query, form, headers, cookies, json, documents, answer = {}, ...summary } = parts;
  return {
    id: '1',
    flow: 'flow',
    realm: 'shop',
    startedAt: '2026-11-23T10:00:00.000Z',
    durationMs: 1,
    from: 'application',
    to: 'understudy',
    method: 'GET',
    path: '/realms/shop/protocol/openid-connect/token',
    status: 200,
    outcome: 'accepted',
    title: 'Token request',
    decisions: [],
    curl: '',
    ...summary,
    request: message(parts),
    response: {
      ...message({ ...(answer.headers && { headers: answer.headers }), json: answer.json }),
      ...(answer.location && { location: answer.location }),
    },
  };
}
