import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseGelfHost, renderGelfEndpoint } from './gelf-endpoint.ts';

test('service description §2.3: UDP is the default, and the prefix tcp: selects TCP', () => {
  const texts = [
    'localhost',
    'udp:localhost',
    'tcp:localhost',
    'TCP:graylog.test',
    'tcp://10.0.0.7',
    'my_host',
  ];
  assert.deepEqual(texts.map(parseGelfHost), [
    { protocol: 'udp', host: 'localhost' },
    { protocol: 'udp', host: 'localhost' },
    { protocol: 'tcp', host: 'localhost' },
    { protocol: 'tcp', host: 'graylog.test' },
    { protocol: 'tcp', host: '10.0.0.7' },
    { protocol: 'udp', host: 'my_host' },
  ]);
});

test('an IPv6 address is accepted with or without brackets, and rendered with them', () => {
  for (const text of ['::1', '[::1]', 'udp:::1', 'udp:[::1]']) {
    assert.deepEqual(parseGelfHost(text), { protocol: 'udp', host: '::1' });
  }
  assert.equal(renderGelfEndpoint({ protocol: 'tcp', host: 'fe80::1', port: 9 }), 'tcp:[fe80::1]:9');
  assert.equal(renderGelfEndpoint({ protocol: 'udp', host: 'localhost', port: 1 }), 'udp:localhost:1');
});

for (const text of [
  '',
  'tcp:',
  'ssl:graylog.test',
  'http://graylog.test',
  'graylog.test:12201',
  'tcp:graylog.test:12201',
  'two words',
  '300.1.1.1',
  '[graylog',
  '-dash',
  'a..b',
  'a'.repeat(64),
  'x\ny',
]) {
  test(`an invalid host is rejected: ${JSON.stringify(text).slice(0, 40)}`, () => {
    assert.equal(parseGelfHost(text), undefined);
  });
}
