// Records of exchanges for tests, as the server sends them.
import type { ActivityRecord, ActivitySummary, ActivityValue } from '#protocol/contract/activity.ts';

type Values = Readonly<Record<string, string>>;

/** What a test says about an exchange; everything else is that of a token request which was accepted. */
export interface RecordParts extends Partial<Omit<ActivityRecord, 'request' | 'response'>> {
  readonly query?: Values;
  readonly form?: Values;
  readonly headers?: Values;
  readonly json?: unknown;
  readonly location?: string;
}

const listValues = (values: Values = {}): ActivityValue[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const NOTHING = { headers: [], query: [], form: [], cookies: [], tokens: [], documents: [] };

let count = 0;

export function record(title: string, parts: RecordParts = {}): ActivityRecord {
  const { query, form, headers, json, location, ...more } = parts;
  count += 1;
  const summary: ActivitySummary = {
    id: `x${String(count).padStart(6, '0')}`,
    flow: 'x',
    realm: 'demo',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    from: 'application',
    to: 'understudy',
    method: 'POST',
    path: '/realms/demo/x',
    status: 200,
    outcome: 'accepted',
    title,
  };
  return {
    ...summary,
    decisions: [],
    curl: '',
    request: {
      ...NOTHING,
      query: listValues(query),
      form: listValues(form),
      headers: listValues({ host: '127.0.0.1:8080', ...headers }),
    },
    response: {
      ...NOTHING,
      ...(json === undefined ? {} : { json }),
      ...(location === undefined ? {} : { location: { by: 'redirect', url: location, parameters: [] } }),
    },
    ...more,
  };
}

/** The members of an exchange that a rule refused. */
export function refusedBy(rule: string, reason: string, more: RecordParts = {}): RecordParts {
  return {
    status: 400,
    ...more,
    outcome: 'refused',
    refusal: { code: 'invalid_request', description: 'Invalid', reason, ...more.refusal },
    decisions: [{ rule, outcome: 'refused', detail: reason }],
  };
}
