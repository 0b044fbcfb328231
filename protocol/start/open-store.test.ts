import assert from 'node:assert/strict';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { resolveOptions } from './config/resolve-options.ts';
import { openCommandStore, openServerStore } from './open-store.ts';

function optionsWith(environment: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(tmpdir(), 'understudy-store-'));
  const sources = { commandLine: new Map<string, string>(), environment, home, workingDirectory: home };
  return { options: resolveOptions(sources), dataDir: join(home, 'data') };
}

const REALM = { id: 'r', realm: 'shop' };
const SECTION = 'issue "State in PostgreSQL" 1';

test(`${SECTION}: by default, state is in files, and outlives the store`, async () => {
  const { options } = optionsWith({});
  const store = await openServerStore(options, silentLogger);
  await store.realms.create(REALM, []);
  await store.close();
  const next = await openCommandStore(options, silentLogger);
  assert.ok(next.realms.find('shop'));
  await next.close();
});

test(`${SECTION}: with dev-mem, nothing is written but the lock of the data directory, and nothing is left`, async () => {
  const { options, dataDir } = optionsWith({ KC_DB: 'dev-mem' });
  const store = await openServerStore(options, silentLogger);
  await store.realms.create(REALM, []);
  assert.equal(existsSync(join(dataDir, 'realms')), false);
  await assert.rejects(openServerStore(options, silentLogger), /data-dir/);
  await store.close();
  const next = await openServerStore(options, silentLogger);
  assert.deepEqual(next.realms.list(), []);
  await next.close();
});

test(`${SECTION}: no command reaches the memory of a server, and the refusal says what does`, async () => {
  const { options } = optionsWith({ KC_DB: 'dev-mem' });
  await assert.rejects(
    openCommandStore(options, silentLogger),
    (error) => error instanceof OptionError && error.option === 'db' && /admin API/.test(error.remedy),
  );
});

test(`${SECTION}: a database that is not there ends the opening, and the data directory is free again`, async () => {
  const { options } = optionsWith({
    KC_DB_URL: 'postgresql://127.0.0.1:1/kc',
    KC_DB_CONNECT_TIMEOUT: '0',
  });
  for (let time = 0; time < 2; time += 1)
    await assert.rejects(
      openServerStore(options, silentLogger),
      (error) => error instanceof OptionError && error.option === 'db-url' && error.exitCode === 1,
    );
});
