import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { hashPlainPasswords } from '#protocol/realm/file/plain-passwords.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createImportedPasswords } from './imported-passwords.ts';

const alice = hashPlainPasswords({
  id: 'a',
  username: 'alice',
  credentials: [{ type: 'password', value: 'open sesame' }],
});

function createPasswords(demoRealmFile: string) {
  const log = createCollectingLogger();
  const deps = { store: createMemoryStore(), log, demoRealmFile, environment: { SECRET: 'open sesame' } };
  return { log, demoPasswords: createImportedPasswords(deps).demoPasswords };
}

function writeRealmFile(value: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'understudy-')), 'demo.json');
  const users = [{ username: 'alice', credentials: [{ type: 'password', value }] }];
  writeFileSync(
    path,
    JSON.stringify({ realm: 'demo', attributes: { 'understudy.oneClickSignIn': 'true' }, users }),
  );
  return path;
}

test("the demo realm's passwords are read from its file, placeholders replaced", async () => {
  const { demoPasswords } = createPasswords(writeRealmFile(`\${env.SECRET}`));
  assert.equal(await demoPasswords.find('demo', alice), 'open sesame');
});

test('a password that is no longer the user’s is not shown', async () => {
  const { demoPasswords } = createPasswords(writeRealmFile('another'));
  assert.equal(await demoPasswords.find('demo', alice), undefined);
});

test('an unreadable demo realm file causes one warning, and no password is shown', async () => {
  const { log, demoPasswords } = createPasswords('/nowhere/demo.json');
  assert.equal(await demoPasswords.find('demo', alice), undefined);
  assert.equal(await demoPasswords.find('demo', alice), undefined);
  assert.deepEqual(
    log.records.map(({ level, parameters }) => [level, parameters['file']]),
    [['WARN', '/nowhere/demo.json']],
  );
});
