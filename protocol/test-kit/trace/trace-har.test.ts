import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { WEB } from '#protocol/oauth/testing/realm.ts';
import { startOAuthServer } from '#protocol/oauth/testing/server.ts';
import { listTraced } from './trace-flows.ts';
import { renderHar } from './trace-har.ts';

const server = await startOAuthServer();
after(() => server.stop());
const realmId = server.store.realms.find('demo')?.id ?? '';
const tokens = await server.tokens();
await server.send('userinfo', { headers: { authorization: `Bearer ${tokens.access_token}` } });
server.testKit.faults.arm(realmId, { match: { endpoint: 'keys' }, do: { drop: true } });
await server.send('certs').catch(() => undefined);
await server.send('certs');

type Json = Readonly<Record<string, unknown>>;

/** The members that HAR 1.2 requires, with their types; `[…]` is a list of such objects. */
interface Shape {
  readonly [member: string]: 'string' | 'number' | 'integer' | 'date' | Shape | readonly [Shape];
}

const PAIR: Shape = { name: 'string', value: 'string' };
const HAR: Shape = {
  log: {
    version: 'string',
    creator: { name: 'string', version: 'string' },
    pages: [{ startedDateTime: 'date', id: 'string', title: 'string', pageTimings: {} }],
    entries: [
      {
        pageref: 'string',
        startedDateTime: 'date',
        time: 'number',
        request: {
          method: 'string',
          url: 'string',
          httpVersion: 'string',
          cookies: [PAIR],
          headers: [PAIR],
          queryString: [PAIR],
          headersSize: 'integer',
          bodySize: 'integer',
        },
        response: {
          status: 'integer',
          statusText: 'string',
          httpVersion: 'string',
          cookies: [PAIR],
          headers: [PAIR],
          content: { size: 'integer', mimeType: 'string' },
          redirectURL: 'string',
          headersSize: 'integer',
          bodySize: 'integer',
        },
        cache: {},
        timings: { send: 'number', wait: 'number', receive: 'number' },
      },
    ],
  },
};

function checkMember(member: unknown, expected: Shape[string], path: string): void {
  if (Array.isArray(expected)) {
    assert.ok(Array.isArray(member), path);
    for (const one of member) checkShape(one, expected[0] as Shape, `${path}[]`);
    return;
  }
  if (typeof expected === 'object') checkShape(member, expected as Shape, path);
  else if (expected === 'date')
    assert.match(String(member), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, path);
  else if (expected === 'integer') assert.ok(Number.isInteger(member), path);
  else assert.equal(typeof member, expected, path);
}

function checkShape(value: unknown, shape: Shape, path: string): void {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), path);
  const members = value as Json;
  for (const [name, expected] of Object.entries(shape))
    checkMember(members[name], expected, `${path}.${name}`);
}

const traced = listTraced(server.activity, 'demo', {});
// As a reader gets it.
const har = JSON.parse(JSON.stringify(renderHar(traced, '1.2.3'))) as {
  readonly log: {
    readonly pages: readonly { readonly id: string }[];
    readonly entries: readonly {
      readonly pageref: string;
      readonly request: {
        readonly url: string;
        readonly postData?: { readonly mimeType: string; readonly text: string };
      };
      readonly response: {
        readonly status: number;
        readonly content: { readonly text?: string };
        readonly redirectURL: string;
      };
    }[];
  };
};

test('HAR 1.2: every required member is there, with its type', () => {
  checkShape(har, HAR, 'har');
  assert.equal(har.log.entries.length, traced.length);
});

test('HAR 1.2: every entry is on one of the pages, which are the flows', () => {
  const pages = new Set(har.log.pages.map(({ id }) => id));
  assert.equal(pages.size, har.log.pages.length);
  for (const { pageref, request } of har.log.entries) {
    assert.ok(pages.has(pageref));
    assert.ok(URL.canParse(request.url));
  }
});

test('HAR 1.2: forms are posted data, JSON is content, redirects are named', () => {
  const entry = (path: string) =>
    har.log.entries.find(({ request }) => new URL(request.url).pathname.endsWith(path));
  assert.match(entry('/token')?.request.postData?.text ?? '', /grant_type=authorization_code/);
  assert.match(entry('/userinfo')?.response.content.text ?? '', /"preferred_username":"alice"/);
  assert.match(entry('/authenticate')?.response.redirectURL ?? '', /^http:\/\/app\.test\/callback\?/);
  assert.equal(entry('/certs')?.response.status, 0);
});

test('test kit "trace": the archive contains no secret', () => {
  const text = JSON.stringify(har);
  for (const secret of [
    tokens.access_token,
    tokens.refresh_token,
    tokens.id_token,
    String(WEB['client_secret']),
  ])
    assert.ok(!text.includes(secret));
});

test('HAR 1.2: an empty trace is a valid archive', () => {
  checkShape(renderHar([], '1.2.3'), HAR, 'har');
});
