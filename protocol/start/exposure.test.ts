import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { resolveOptions } from './config/resolve-options.ts';
import { detectExposure } from './exposure.ts';

function exposureBy(
  texts: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
) {
  const commandLine = new Map(Object.entries(texts));
  const sources = { commandLine, environment, home: '/opt/understudy', workingDirectory: '/srv' };
  return detectExposure(resolveOptions(sources as unknown as Parameters<typeof resolveOptions>[0]));
}

for (const host of ['127.0.0.1', '127.8.9.1', 'localhost', '::1']) {
  test(`contract "Start": ${host} is reachable from this machine only`, () => {
    assert.equal(exposureBy({ 'http-host': host }), undefined);
  });
}

for (const host of ['0.0.0.0', '::', '192.168.1.7', 'sso.example.test', 'team.localhost']) {
  test(`contract "Start": ${host} may be reachable from other machines`, () => {
    assert.equal(exposureBy({ 'http-host': host })?.address, host);
  });
}

test('the command names a data directory that is not the default, with each word quoted for a shell', () => {
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

test('the command names a data directory set by a variable or another configuration file', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-exposure-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'other.conf');
  writeFileSync(file, 'data-dir=/srv/team\n');
  for (const exposure of [
    exposureBy({ 'http-host': '::', 'config-file': file }),
    exposureBy({ 'http-host': '::' }, { UNDERSTUDY_DATA_DIR: '/srv/team' }),
  ])
    assert.match(exposure?.commandFor('admin') ?? '', /--username=admin --data-dir=\/srv\/team"$/);
});

test('drop-in "The image": in a container nobody has a default password, so no start is refused', () => {
  assert.equal(exposureBy({}, { KC_RUN_IN_CONTAINER: 'true' }), undefined);
});
