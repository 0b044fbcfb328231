import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { query } from './query.ts';

const EXCHANGE = createTestExchange();
const locationOf = (uri: string): unknown =>
  query.send(uri, [['code', 'a b&c']], EXCHANGE).headers?.['location'];

test('RFC 6749 §4.1.2: a 302 adds the parameters to the redirect URI’s query and is never cached', () => {
  const parameters = [
    ['code', 'c1'],
    ['state', 's1'],
  ] as const;
  const reply = query.send('http://app.test/cb', parameters, EXCHANGE);
  assert.equal(reply.status, 302);
  assert.equal(reply.headers?.['location'], 'http://app.test/cb?code=c1&state=s1');
  assert.equal(reply.headers?.['cache-control'], 'no-store');
});

test('RFC 6749 §3.1.2: an existing query is kept, and a fragment stays behind the parameters', () => {
  assert.equal(locationOf('http://app.test/cb?a=1'), 'http://app.test/cb?a=1&code=a+b%26c');
  assert.equal(locationOf('http://app.test/cb?'), 'http://app.test/cb?code=a+b%26c');
  assert.equal(locationOf('http://app.test/cb#x'), 'http://app.test/cb?code=a+b%26c#x');
});

test('whatever the values are, the client receives them unchanged, and no header line is broken', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const location = String(
        query.send('http://app.test/cb', [['state', value]], EXCHANGE).headers?.['location'],
      );
      assert.equal(new URL(location).searchParams.get('state'), Buffer.from(value).toString());
      assert.doesNotMatch(location, /[\r\n]/);
    }),
  );
});
