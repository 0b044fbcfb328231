import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { type ActivityRecorder, createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { renderError } from '#protocol/log/record-text.ts';
import { type CollectingLogger, createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createOutgoingCalls, type OutgoingCall, type OutgoingCalls } from './outgoing-calls.ts';

interface Fixture {
  readonly url: string;
  readonly calls: OutgoingCalls;
  readonly activity: ActivityRecorder;
  readonly log: CollectingLogger;
}

async function withApplication(
  listener: RequestListener,
  use: (fixture: Fixture) => Promise<void>,
  { maxConcurrent = 4, timeoutMs = 20_000 } = {},
): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const activity = createActivityRecorder({ clock: { now: () => 0 } });
  const log = createCollectingLogger('calls');
  const calls = createOutgoingCalls({ activity, log, timeoutMs, maxConcurrent });
  try {
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`, calls, activity, log });
  } finally {
    calls.close();
    server.closeAllConnections();
    server.close();
  }
}

function call(url: string, changes: Partial<OutgoingCall> = {}): OutgoingCall {
  return {
    title: 'Back-channel logout',
    url,
    kind: 'backchannel-logout',
    contentType: 'application/x-www-form-urlencoded',
    body: async () => 'logout_token=t',
    realm: 'demo',
    clientId: 'shop',
    flow: 'f1',
    accepted: [200, 204],
    setting: 'attribute backchannel.logout.url of client shop',
    section: 'OIDC Back-Channel Logout §2.5',
    ...changes,
  };
}

for (const status of [200, 204]) {
  test(`a ${status} response is accepted, and the call is recorded as an exchange of its flow, from understudy to application`, () =>
    withApplication(
      (_request, response) => response.writeHead(status).end(),
      async ({ url, calls, activity }) => {
        assert.equal((await calls.send(call(url))).outcome, 'accepted');
        const { from, to, flow, realm, clientId, path, outcome, refusal } = activity.list().records[0] ?? {};
        assert.deepEqual(
          { from, to, flow, realm, clientId, path, outcome, refusal },
          {
            from: 'understudy',
            to: 'application',
            flow: 'f1',
            realm: 'demo',
            clientId: 'shop',
            path: url,
            outcome: 'accepted',
            refusal: undefined,
          },
        );
      },
    ));
}

for (const status of [201, 302, 400, 404, 500]) {
  test(`a ${status} response is rejected, and the remedy names the setting`, () =>
    withApplication(
      (_request, response) => response.writeHead(status, { location: '/200' }).end(),
      async ({ url, calls, activity }) => {
        assert.deepEqual(await calls.send(call(url)), {
          outcome: 'refused',
          status,
          detail: `answered ${status}`,
          body: '',
        });
        const { records } = activity.list();
        assert.equal(records.length, 1);
        assert.match(records[0]?.refusal?.remedy ?? '', /attribute backchannel\.logout\.url of client shop/);
      },
    ));
}

for (const [why, listener, detail] of [
  ['that never answers', () => undefined, /did not answer within 0\.1 s/],
  [
    'that never ends its answer',
    (_request, response) => response.writeHead(200).write('.'),
    /did not answer/,
  ],
  ['that hangs up', (_request, response) => response.destroy(), /could not be reached|did not answer/],
] as const satisfies readonly (readonly [string, RequestListener, RegExp])[]) {
  test(`a call to an application ${why} fails, with status 0 in Activity`, () =>
    withApplication(
      listener,
      async ({ url, calls, activity }) => {
        const result = await calls.send(call(url));
        assert.equal(result.outcome, 'failed');
        assert.match(result.detail, detail);
        const [record] = activity.list().records;
        assert.deepEqual([record?.status, record?.outcome], [0, 'failed']);
      },
      { timeoutMs: 100 },
    ));
}

test('a call to an application that is not running fails, and the reason names its address', () =>
  withApplication(
    () => undefined,
    async ({ calls, activity }) => {
      const result = await calls.send(call('http://127.0.0.1:1/gone'));
      assert.equal(result.outcome, 'failed');
      assert.match(
        activity.list().records[0]?.refusal?.reason ?? '',
        /127\.0\.0\.1:1\/gone could not be reached/,
      );
    },
  ));

test('a message that cannot be created is not sent, and Activity shows reason and remedy', () =>
  withApplication(
    () => assert.fail('nothing may arrive'),
    async ({ url, calls, activity }) => {
      const fault = new OAuthError('invalid_client', { reason: 'no key', remedy: 'Set jwks.url.' });
      const body = () => Promise.reject(fault);
      assert.equal((await calls.send(call(url, { body }))).outcome, 'failed');
      const { code, remedy } = activity.list().records[0]?.refusal ?? {};
      assert.deepEqual({ code, remedy }, { code: 'invalid_client', remedy: 'Set jwks.url.' });
    },
  ));

test('the form sent and its token are shown decoded and masked, as for any exchange', () =>
  withApplication(
    (_request, response) => response.end(),
    async ({ url, calls, activity }) => {
      await calls.send(call(url));
      const record = activity.find(activity.list().records[0]?.id ?? '');
      assert.deepEqual(record?.request.form, [{ name: 'logout_token', value: '••••', secret: true }]);
      assert.match(record?.curl ?? '', /http:\/\/127\.0\.0\.1:\d+\/x/);
    },
  ));

test('service description §4.2: a call sends its Authorization header, which Activity masks, and sets its parties', () => {
  const seen: (string | undefined)[] = [];
  return withApplication(
    (request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(201).end();
    },
    async ({ url, calls, activity }) => {
      await calls.send(
        call(url, {
          authorization: 'Bearer of-the-delegation',
          to: 'authentication-entity',
          called: 'The authentication entity',
          rule: 'delegate-authentication',
        }),
      );
      assert.deepEqual(seen, ['Bearer of-the-delegation']);
      const [summary] = activity.list().records;
      assert.equal(summary?.to, 'authentication-entity');
      assert.match(
        summary.refusal?.reason ?? '',
        /^The authentication entity at .* answered 201; expected 200/,
      );
      const record = activity.find(summary.id, { reveal: false });
      assert.equal(record?.decisions[0]?.rule, 'delegate-authentication');
      assert.equal(JSON.stringify(record).includes('of-the-delegation'), false);
    },
  );
});

test('no more calls than allowed run at once, and all are made', () => {
  let open = 0;
  let most = 0;
  return withApplication(
    (_request, response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        response.end();
      });
    },
    async ({ url, calls }) => {
      const results = await Promise.all(Array.from({ length: 8 }, () => calls.send(call(url))));
      assert.equal(results.filter(({ outcome }) => outcome === 'accepted').length, 8);
      assert.ok(most <= 2, `${most} at once`);
    },
    { maxConcurrent: 2 },
  );
});

test('when the server stops, calls in progress are aborted, and later calls fail at once', () =>
  withApplication(
    () => undefined,
    async ({ url, calls }) => {
      const underWay = calls.send(call(url));
      calls.close();
      assert.match((await underWay).detail, /the server is stopping/);
      assert.match((await calls.send(call(url))).detail, /the server is stopping/);
    },
  ));

const SOAP: Partial<OutgoingCall> = {
  soapAction: '"urn:action"',
  documents: { request: 'SOAP envelope', response: 'SOAP envelope' },
};

test("a response with an unexpected body is rejected with the reader's reason", () =>
  withApplication(
    (_request, response) => response.end('<no/>'),
    async ({ url, calls, activity }) => {
      const readAnswer = async (text: string): Promise<void> => {
        throw new SamlStatusError('invalid_token', { reason: `${text} is no answer.` });
      };
      const result = await calls.send(call(url, { ...SOAP, readAnswer }));
      assert.deepEqual(result, {
        outcome: 'refused',
        status: 200,
        detail: 'answered 200: <no/> is no answer.',
        body: '<no/>',
      });
      const { refusal } = activity.list().records[0] ?? {};
      assert.equal(refusal?.reason, '<no/> is no answer.');
      assert.match(refusal?.remedy ?? '', /backchannel\.logout\.url of client shop/);
    },
  ));

test('a response with the expected body is accepted; the body is not checked when the status is rejected', async () => {
  const seen: string[] = [];
  const readAnswer = async (text: string): Promise<void> => void seen.push(text);
  for (const status of [200, 500]) {
    await withApplication(
      (_request, response) => response.writeHead(status).end(`body of ${status}`),
      async ({ url, calls }) => void (await calls.send(call(url, { ...SOAP, readAnswer }))),
    );
  }
  assert.deepEqual(seen, ['body of 200']);
});

test('a defect in the reader is logged, and the call fails', () =>
  withApplication(
    (_request, response) => response.end(),
    async ({ url, calls }) => {
      const readAnswer = (): Promise<void> => Promise.reject(new TypeError('defect'));
      assert.equal((await calls.send(call(url, { readAnswer }))).outcome, 'failed');
    },
  ));

test('SAML Bindings §3.2.2.1: a SOAP call sends its SOAPAction', async () => {
  const seen: unknown[] = [];
  await withApplication(
    (request, response) => {
      seen.push(request.headers['soapaction']);
      response.end();
    },
    async ({ url, calls }) => {
      await calls.send(call(url, SOAP));
      await calls.send(call(url));
    },
  );
  assert.deepEqual(seen, ['"urn:action"', undefined]);
});

test('a larger response is read when the caller allows it', async () => {
  const sizes: number[] = [];
  const readAnswer = async (text: string): Promise<void> => void sizes.push(text.length);
  await withApplication(
    (_request, response) => response.end('x'.repeat(100_000)),
    async ({ url, calls }) => void (await calls.send(call(url, { readAnswer, maxAnswerBytes: 200_000 }))),
  );
  assert.deepEqual(sizes, [100_000]);
});

test('bad input: a response that is larger than the caller allows is rejected with the limit', async () => {
  await withApplication(
    (_request, response) => response.end('x'.repeat(2000)),
    async ({ url, calls, activity }) => {
      const { outcome, detail } = await calls.send(call(url, { maxAnswerBytes: 1999 }));
      assert.deepEqual(
        [outcome, detail],
        ['refused', 'answered 200: The response is larger than 1999 bytes.'],
      );
      assert.equal(activity.list().records[0]?.refusal?.reason, 'The response is larger than 1999 bytes.');
      assert.equal((await calls.send(call(url, { maxAnswerBytes: 2000 }))).outcome, 'accepted');
    },
  );
});

/** The only record above DEBUG that a call wrote. */
function warningOf(log: CollectingLogger): CollectingLogger['records'][number] | undefined {
  const warnings = log.records.filter(({ level }) => level !== 'DEBUG');
  assert.equal(warnings.length, 1);
  return warnings[0];
}

for (const [why, listener, chain] of [
  [
    'hangs up',
    (_request, response) => response.destroy(),
    /fetch failed\n[\s\S]*Caused by: \w*Error: other side closed/,
  ],
  ['does not answer in time', () => undefined, /TimeoutError: The operation was aborted due to timeout/],
  [
    'hangs up during its answer',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('.');
      setImmediate(() => response.destroy());
    },
    /terminated\n[\s\S]*Caused by: \w*Error: other side closed/,
  ],
] as const satisfies readonly (readonly [string, RequestListener, RegExp])[]) {
  test(`service description §2.3: an application that ${why} causes one warning, with the chain of errors as its exception`, () =>
    withApplication(
      listener,
      async ({ url, calls, log }) => {
        await calls.send(call(url));
        const { level, category, mdc, error } = warningOf(log) ?? {};
        assert.deepEqual([level, category], ['WARN', 'calls']);
        assert.deepEqual(
          { ...mdc, exchange: '' },
          { realm: 'demo', client: 'shop', flow: 'f1', exchange: '' },
        );
        assert.match(renderError(error), chain);
      },
      { timeoutMs: why === 'does not answer in time' ? 100 : 20_000 },
    ));
}

test('service description §2.3: the exception of a closed port says ECONNREFUSED', async () => {
  const unused = createServer();
  await new Promise<void>((resolve) => unused.listen(0, '127.0.0.1', resolve));
  const { port } = unused.address() as AddressInfo;
  await new Promise((resolve) => unused.close(resolve));
  await withApplication(
    () => undefined,
    async ({ calls, log }) => {
      await calls.send(call(`http://127.0.0.1:${port}/`));
      assert.match(
        renderError(warningOf(log)?.error),
        /Caused by: Error: connect ECONNREFUSED 127\.0\.0\.1:/,
      );
    },
  );
});

const REFUSING = new OAuthError('invalid_client', { reason: 'no key' });

for (const [what, changes] of [
  ['a status that is not accepted', {}],
  ['a response that is rejected', { accepted: [500], readAnswer: () => Promise.reject(REFUSING) }],
  ['a setting that prevents the call', { body: () => Promise.reject(REFUSING) }],
] as const satisfies readonly (readonly [string, Partial<OutgoingCall>])[]) {
  test(`${what} is a refusal: one warning without an exception`, () =>
    withApplication(
      (_request, response) => response.writeHead(500).end(),
      async ({ url, calls, log }) => {
        await calls.send(call(url, changes));
        assert.equal(warningOf(log)?.error, undefined);
      },
    ));
}

test('a call aborted because the server stops logs no exception: nobody else is at fault', () =>
  withApplication(
    () => undefined,
    async ({ url, calls, log }) => {
      calls.close();
      await calls.send(call(url));
      assert.equal(warningOf(log)?.error, undefined);
    },
  ));

test("a call's own time limit replaces the general one", () =>
  withApplication(
    (_request, response) => void setTimeout(() => response.writeHead(200).end(), 100),
    async ({ url, calls }) => {
      const [patient, other] = await Promise.all([
        calls.send(call(url, { timeoutMs: 20_000 })),
        calls.send(call(url)),
      ]);
      assert.equal(patient.outcome, 'accepted');
      assert.equal(other.detail, 'did not answer within 0.02 s');
    },
    { timeoutMs: 20 },
  ));
