import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveOptions } from './config/resolve-options.ts';
import { exposureOf } from './exposure.ts';

function exposureBy(texts: Readonly<Record<string, string>>) {
  const commandLine = new Map(Object.entries(texts));
  const sources = { commandLine, environment: {}, home: '/opt/understudy', workingDirectory: '/work' };
  return exposureOf(resolveOptions(sources as unknown as Parameters<typeof resolveOptions>[0]));
}

for (const host of ['127.0.0.1', '127.8.9.1', 'localhost', '::1']) {
  test(`contract "Start": ${host} is reached by this machine alone`, () => {
    assert.equal(exposureBy({ 'http-host': host }), undefined);
  });
}

for (const host of ['0.0.0.0', '::', '192.168.1.7', 'sso.example.test', 'team.localhost']) {
  test(`contract "Start": ${host} may be reached by other machines`, () => {
    assert.equal(exposureBy({ 'http-host': host })?.address, host);
  });
}

test('the command names the data directory only where the command line does, each word quoted for a shell', () => {
  const host = { 'http-host': '0.0.0.0' };
  assert.equal(
    exposureBy(host)?.commandFor('admin'),
    '"bin/understudy.sh bootstrap-admin user --username=admin"',
  );
  assert.equal(
    exposureBy({ ...host, 'data-dir': "/tmp/it's here" })?.commandFor('o wner'),
    `"bin/understudy.sh bootstrap-admin user --username='o wner' --data-dir='/tmp/it'\\''s here'"`,
  );
});
