import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { StorageError, toStorageError } from '#protocol/errors/storage-error.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { ENGLISH_FAULTS } from './errors.ts';
import { html } from './html.ts';
import { RecordedExchange } from './recorded-exchange.ts';
import { htmlReply } from './replies.ts';
import { replyToError } from './reply-to-error.ts';
import { RequestFault } from './request-fault.ts';
import { createTestExchange } from './testing/exchange.ts';

function failed(accept: string) {
  const facts = { method: 'GET', target: '/x', rawHeaders: [], remoteAddress: '127.0.0.1', secure: false };
  const recorded = new RecordedExchange('1', facts, 0, 0);
  const log = createCollectingLogger('http');
  const request = { headers: { accept } } as IncomingMessage;
  return {
    recorded,
    log,
    request,
    method: 'GET',
    baseUrl: 'http://127.0.0.1',
    exchange: createTestExchange(),
  };
}

const lost = new RequestFault(404, 'not_found', 'There is nothing at this address.');
const pages = { texts: () => ENGLISH_FAULTS, notFound: () => htmlReply(404, html`<p>lost</p>`) };

test('RFC 9110 §15.5.5: at an unknown address a browser gets the page, a program JSON', () => {
  assert.match(String(replyToError(failed('text/html'), lost, pages).body), /lost/);
  assert.match(String(replyToError(failed('application/json'), lost, pages).body), /"not_found"/);
});

test('a request fault is recorded in Activity and not logged as a defect', () => {
  const exchange = failed('application/json');
  replyToError(exchange, lost);
  assert.equal(exchange.recorded.refusal?.code, 'not_found');
  assert.deepEqual(exchange.log.records, []);
});

test('RFC 6749 §5.2: a refusal keeps its status and code', () => {
  const error = new OAuthError('invalid_grant', { reason: 'spent' });
  const reply = replyToError(failed('application/json'), error);
  assert.equal(reply.status, 400);
  assert.match(String(reply.body), /"invalid_grant"/);
});

test('RFC 9110 §15.6.4: a disk failure is 503 with a remedy, and one ERROR record', () => {
  const exchange = failed('application/json');
  const full = Object.assign(new Error('ENOSPC: no space left on device'), {
    code: 'ENOSPC',
    errno: -28,
    syscall: 'write',
  });
  const reply = replyToError(exchange, toStorageError('/data/realms', full));
  assert.equal(reply.status, 503);
  assert.match(String(reply.body), /temporarily_unavailable/);
  assert.deepEqual(
    exchange.log.records.map(({ level }) => level),
    ['ERROR'],
  );
});

test('a defect is answered 500 without its text, and logged with its stack', () => {
  const exchange = failed('application/json');
  const reply = replyToError(exchange, new Error('secret detail'));
  assert.equal(reply.status, 500);
  assert.doesNotMatch(String(reply.body), /secret detail/);
  assert.match(String(exchange.log.records[0]?.error), /secret detail/);
});

test('issue "State in PostgreSQL" 4: a database that is gone is 503 with Retry-After, for programs and browsers', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' });
  const fault = { reason: 'the database cannot be reached', remedy: 'Start it.', retryAfterSeconds: 2 };
  const error = new StorageError('postgresql://10.1.2.3:5432/kc', refused, 'read', fault);
  for (const accept of ['application/json', 'text/html']) {
    const exchange = failed(accept);
    const { status, headers, body } = replyToError(exchange, error, pages);
    assert.deepEqual([status, headers?.['retry-after']], [503, '2']);
    assert.match(String(body), /the database cannot be reached/);
    assert.doesNotMatch(String(body), /10\.1\.2\.3/);
    assert.equal(exchange.recorded.refusal?.code, 'temporarily_unavailable');
  }
});
