import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { describeExchange } from '#protocol/activity/describe-exchange.ts';
import { systemClock } from '#protocol/clock.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fromPlainExchange, type PlainExchange, toPlainExchange } from './plain-exchange.ts';
import type { RecordedExchange, RequestFacts } from './recorded-exchange.ts';

const FACTS: RequestFacts = {
  method: 'POST',
  target: '/realms/demo/protocol/openid-connect/token?x=1',
  rawHeaders: ['Content-Type', 'application/x-www-form-urlencoded', 'Authorization', 'Bearer abc'],
  remoteAddress: '127.0.0.1',
  secure: true,
};

function record(fill: (recorded: RecordedExchange) => void): RecordedExchange {
  const recorder = createActivityRecorder({ clock: systemClock });
  const recorded = recorder.begin(FACTS);
  recorded.title('Token request');
  fill(recorded);
  recorder.finish(recorded, {
    status: 400,
    headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
    body: Buffer.from('{"error":"invalid_grant"}'),
  });
  return recorded;
}

const travel = (recorded: RecordedExchange): RecordedExchange =>
  fromPlainExchange(JSON.parse(JSON.stringify(toPlainExchange(recorded))) as PlainExchange);

test('an exchange that has travelled as plain data is described as before', () => {
  const recorded = record((exchange) => {
    exchange.realmName = 'demo';
    exchange.routePath = '/realms/:realm/protocol/openid-connect/token';
    exchange.server = 'login-1:8080';
    exchange.testName = 'a test';
    exchange.joinFlow('flow');
    exchange.parties('application', 'understudy');
    exchange.client('shop');
    exchange.user('alice');
    exchange.pkce('S256');
    exchange.keepRequestBody('grant_type=authorization_code&code=secret');
    exchange.recordPass('check-client', 'known', 'RFC 6749 §2.3');
    exchange.refused(new OAuthError('invalid_grant', { reason: 'used', remedy: 'again' }), 'check-code');
    exchange.madeByFault('fault-1', 'on purpose');
    exchange.sentMail('mail-1', 'sent');
    exchange.document('request', 'SAMLRequest', '<a/>');
    exchange.written = { withoutBody: false, closeConnection: false, strictTransport: true };
  });
  for (const reveal of [true, false])
    assert.deepEqual(describeExchange(travel(recorded), reveal), describeExchange(recorded, reveal));
});

test('passwords and basic authentication stay on the server that received them', () => {
  const recorded = record((exchange) => {
    exchange.keepRequestBody('username=alice&password=opensesame');
  });
  const basic = record(() => undefined);
  Object.assign(basic, { facts: { ...FACTS, rawHeaders: ['authorization', 'Basic b3BlbnNlc2FtZQ=='] } });
  assert.doesNotMatch(JSON.stringify(toPlainExchange(recorded)), /opensesame/);
  assert.doesNotMatch(JSON.stringify(toPlainExchange(basic)), /b3BlbnNlc2FtZQ/);
  assert.match(recorded.requestBody, /opensesame/);
});

test('a posted form and a reply without a body travel, too', () => {
  const recorder = createActivityRecorder({ clock: systemClock });
  const recorded = recorder.begin(FACTS);
  recorded.title('Response');
  const texts = { locale: 'en', direction: 'ltr', title: '', hint: '', button: '' } as const;
  recorder.finish(recorded, {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html>',
    postedForm: { texts, action: 'https://sp.test/acs', fields: [['SAMLResponse', 'x']] },
  });
  const { location } = describeExchange(travel(recorded), true).response;
  assert.deepEqual(location?.url, 'https://sp.test/acs');
  assert.equal(travel(recorded).reply?.body, undefined);
});
