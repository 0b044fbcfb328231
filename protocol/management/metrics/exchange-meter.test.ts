import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { systemClock } from '#protocol/clock.ts';
import type { Reply, Route } from '#protocol/http/exchange.ts';
import { jsonReply } from '#protocol/http/replies.ts';
import { startTestHttpServer, type TestHttpServer } from '#protocol/http/testing/server.ts';
import { type CountedRequest, createExchangeMeter, type ExchangeMeter } from './exchange-meter.ts';

interface Fixture extends TestHttpServer {
  readonly meter: ExchangeMeter;
  readonly counted: readonly CountedRequest[];
  /** Resolves when a request has been counted after this call. */
  next(): Promise<unknown>;
}

async function withMeter(use: (fixture: Fixture) => Promise<void>, routes: readonly Route[]): Promise<void> {
  const counted: CountedRequest[] = [];
  let wake: () => void = () => undefined;
  const recorder = createActivityRecorder({ clock: systemClock });
  const meter = createExchangeMeter({
    recorder,
    onRequest: (request) => {
      counted.push(request);
      wake();
    },
    onExchange: () => undefined,
  });
  const server = await startTestHttpServer(routes, { server: { activity: meter } });
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  try {
    await use({ ...server, activity: recorder, meter, counted, next });
  } finally {
    await server.stop();
  }
}

const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/things/:thing', title: 'Thing', handle: () => jsonReply(200, {}) },
  { method: 'GET', path: '/moved', handle: () => ({ status: 302, headers: { location: '/' } }) },
  {
    method: 'GET',
    path: '/broken',
    handle: () => {
      throw new TypeError('defect');
    },
  },
  { method: 'POST', path: '/form', title: 'Form', body: 'form', handle: () => jsonReply(200, {}) },
];

test('Keycloak 26 metrics: method, status, outcome and route of every request, recorded in Activity or not', () =>
  withMeter(async ({ send, counted }) => {
    for (const path of ['/things/a', '/things/b?x=y', '/moved', '/broken', '/nothing', '/favicon.ico'])
      await (await send(path)).text();
    await (await send('/things/a', { method: 'PUT' })).text();
    await (await send('/things/a', { method: 'HEAD' })).text();
    assert.deepEqual(
      counted.map(({ method, status, outcome, uri }) => [method, status, outcome, uri].join(' ')),
      [
        'GET 200 SUCCESS /things/{thing}',
        'GET 200 SUCCESS /things/{thing}',
        'GET 302 REDIRECTION /moved',
        'GET 500 SERVER_ERROR /broken',
        'GET 404 CLIENT_ERROR NOT_FOUND',
        'GET 404 CLIENT_ERROR NOT_FOUND',
        'PUT 405 CLIENT_ERROR /things/{thing}',
        'HEAD 200 SUCCESS /things/{thing}',
      ],
    );
    assert.ok(counted.every(({ seconds }) => seconds >= 0 && seconds < 60));
  }, ROUTES));

test('cardinality: requests that are refused before routing have no path of their own', () =>
  withMeter(async ({ sendRaw, counted }) => {
    await sendRaw('GET /things/secret HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    await sendRaw(`GET /${'x'.repeat(9000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    assert.deepEqual(
      counted.map(({ status, uri }) => [status, uri]),
      [
        ['403', 'UNKNOWN'],
        ['414', 'UNKNOWN'],
      ],
    );
  }, ROUTES));

test('the recorder behind the meter still gets every exchange', () =>
  withMeter(async ({ send, activity }) => {
    await (await send('/things/a')).text();
    assert.deepEqual(
      activity.list().records.map(({ title }) => title),
      ['Thing'],
    );
  }, ROUTES));

test('Keycloak 26 metrics: a caller that goes away before its body is complete counts once, as RESET', () =>
  withMeter(async ({ port, meter, counted, next }) => {
    const socket = connect(port, '127.0.0.1');
    const type = 'Content-Type: application/x-www-form-urlencoded';
    socket.write(`POST /form HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: 9\r\n\r\na=`);
    await once(socket, 'connect');
    const isCounted = next();
    socket.resetAndDestroy();
    await isCounted;
    assert.equal(meter.active, 0);
    assert.deepEqual(
      counted.map(({ status, outcome, uri }) => [status, outcome, uri]),
      [['RESET', 'CLIENT_ERROR', '/form']],
    );
  }, ROUTES));

test('Keycloak 26 metrics: a request counts as active until its reply is sent', async () => {
  let finish: (reply: Reply) => void = () => undefined;
  let arrived: () => void = () => undefined;
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const handle = () =>
    new Promise<Reply>((resolve) => {
      finish = resolve;
      arrived();
    });
  await withMeter(
    async ({ send, meter, counted }) => {
      const answer = send('/slow');
      await isThere;
      assert.deepEqual([meter.active, counted.length], [1, 0]);
      finish(jsonReply(200, {}));
      await (await answer).text();
      assert.deepEqual([meter.active, counted.length], [0, 1]);
    },
    [{ method: 'GET', path: '/slow', handle }],
  );
});
