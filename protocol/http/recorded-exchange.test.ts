import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import type { Reply } from './exchange.ts';
import { queryOf, RecordedExchange } from './recorded-exchange.ts';
import { RequestFault } from './request-fault.ts';

function record(): RecordedExchange {
  const facts = { method: 'GET', target: '/x', rawHeaders: ['Host', 'a'], remoteAddress: '', secure: false };
  return new RecordedExchange('id1', facts, 0, 0);
}

test('the fix of a refusal is kept, unless a value is too long to be the same one', () => {
  const recorded = record();
  const refuse = (value: string): void =>
    recorded.refused(
      new OAuthError('invalid_request', {
        remedy: fixable({ kind: 'add-redirect-uri', client: 'web', value }),
      }),
    );
  refuse('http://a.test/');
  assert.deepEqual(recorded.refusal?.fix, {
    kind: 'add-redirect-uri',
    client: 'web',
    value: 'http://a.test/',
  });
  refuse(`http://a.test/${'x'.repeat(4096)}`);
  assert.equal(recorded.refusal?.fix, undefined);
});

test('an exchange is a flow of its own until it joins another', () => {
  const recorded = record();
  assert.equal(recorded.flow, 'id1');
  recorded.joinFlow('f');
  assert.equal(recorded.flow, 'f');
});

test('decisions are kept in order; a refusal by rule is one of them', () => {
  const recorded = record();
  recorded.recordPass('a', 'fine', 'RFC 1 §1');
  recorded.recordNote('b', 'odd');
  recorded.refused(new OAuthError('invalid_scope', { reason: 'no such scope' }), 'c');
  assert.deepEqual(recorded.decisions, [
    { rule: 'a', outcome: 'passed', detail: 'fine', section: 'RFC 1 §1' },
    { rule: 'b', outcome: 'noted', detail: 'odd' },
    { rule: 'c', outcome: 'refused', detail: 'no such scope', section: 'RFC 6749 §5.2' },
  ]);
});

test('RFC 8628 §3.5, CIBA §11: a poll before the user has answered is waiting for the user, not refused', () => {
  const recorded = record();
  const error = new OAuthError('authorization_pending', { reason: 'Nobody yet.', remedy: 'Go on polling.' });
  recorded.refused(error);
  assert.equal(recorded.refusal, undefined);
  assert.equal(recorded.result, 'asked');
  assert.deepEqual(
    recorded.decisions.map(({ outcome, detail }) => [outcome, detail]),
    [['noted', 'Nobody yet. Go on polling.']],
  );
});

test('of several refusals the last one is used', () => {
  const recorded = record();
  recorded.refused(new OAuthError('invalid_scope', { remedy: 'x' }));
  recorded.refusedAtDoor(new RequestFault(400, 'invalid_request', 'No.'));
  assert.deepEqual(recorded.refusal, { code: 'invalid_request', description: 'No.', reason: 'No.' });
});

test('bodies that are too long or never shown are not kept', () => {
  const recorded = record();
  recorded.keepRequestBody('x'.repeat(70_000));
  assert.equal(recorded.requestBody, '');
  assert.equal(recorded.requestBodyLength, 70_000);
  recorded.keepReply({ status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' });
  assert.equal(recorded.reply?.body, undefined);
  recorded.keepReply({ status: 200, headers: { 'content-type': 'application/json' }, body: '"x"' });
  assert.equal(recorded.reply?.body, '"x"');
});

test('the cost grows only with what is kept', () => {
  const cost = (source: string, body: string): number => {
    const recorded = record();
    recorded.keepRequestBody(source);
    recorded.keepReply({ status: 200, headers: { 'content-type': 'application/json' }, body });
    return recorded.cost;
  };
  assert.equal(cost('12345', '123') - cost('', ''), 8);
  assert.equal(cost('x'.repeat(70_000), 'x'.repeat(70_000)), cost('', ''));
});

test('the cost includes reply headers, names, reasons, decisions and documents', () => {
  const cost = (fill: (recorded: RecordedExchange) => Reply | undefined): number => {
    const recorded = record();
    recorded.keepReply(fill(recorded) ?? { status: 200 });
    return recorded.cost;
  };
  const empty = cost(() => undefined);
  const long = 'x'.repeat(2000);
  const cases: readonly ((recorded: RecordedExchange) => Reply | undefined)[] = [
    () => ({ status: 302, headers: { location: long } }),
    () => ({ status: 200, headers: { 'set-cookie': [long] } }),
    (recorded) => void recorded.client(long),
    (recorded) => void recorded.user(long),
    (recorded) => void recorded.recordPass('a', long),
    (recorded) => void recorded.refused(new OAuthError('invalid_scope', { reason: long })),
    (recorded) => void recorded.document('request', 'x', long),
  ];
  for (const fill of cases) assert.ok(cost(fill) >= empty + 2000, String(fill));
});

test('characters that take two bytes in memory cost two', () => {
  const cost = (body: string): number => {
    const recorded = record();
    recorded.keepRequestBody(body);
    recorded.keepReply({ status: 200 });
    return recorded.cost;
  };
  assert.equal(cost('é€'.repeat(500)) - cost(''), 2000);
  assert.equal(cost('ab'.repeat(500)) - cost(''), 1000);
});

test('long names and reasons from the caller are truncated', () => {
  const recorded = record();
  const long = 'é'.repeat(1_000_000);
  recorded.client(long);
  recorded.user(long);
  recorded.refused(new OAuthError('invalid_scope', { reason: long, remedy: long }), 'rule');
  const { clientId = '', username = '', refusal, decisions } = recorded;
  for (const text of [clientId, username, refusal?.reason, refusal?.remedy, decisions[0]?.detail])
    assert.equal(text, `${'é'.repeat(4096)}…`);
});

test('of a message that is too long only the length is kept', () => {
  const recorded = record();
  recorded.document('request', 'SAMLRequest', 'x'.repeat(70_000));
  assert.deepEqual(recorded.documents, [
    { direction: 'request', name: 'SAMLRequest', xml: '', droppedLength: 70_000 },
  ]);
});

test('an answer of a fault has the id of the fault, and a decision that says what it did', () => {
  const recorded = record();
  recorded.madeByFault('fault-1', 'Fault fault-1 made this answer: status 503.');
  assert.equal(recorded.faultId, 'fault-1');
  assert.deepEqual(recorded.decisions, [
    { rule: 'fault', outcome: 'noted', detail: 'Fault fault-1 made this answer: status 503.' },
  ]);
});

test('the query of a target ends the path at its first question mark', () => {
  assert.equal(queryOf('/x?a=1?2'), 'a=1?2');
  assert.equal(queryOf('/x'), '');
});
