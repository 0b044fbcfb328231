import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { findAddressFolder, writeAddressFile } from './address-file.ts';

test("the address of a server is in its data directory, in place of a killed server's, until it stops", () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-address-'));
  const path = join(folder, 'address');
  writeFileSync(path, 'http://127.0.0.1:1\n');
  const file = writeAddressFile(folder, 'http://127.0.0.1:8080/auth', createCollectingLogger());
  assert.equal(readFileSync(path, 'utf8'), 'http://127.0.0.1:8080/auth\n');
  file.remove();
  assert.equal(existsSync(path), false);
  file.remove();
});

test('the file is where the health check looks, also when an option gives another data directory', () => {
  assert.equal(findAddressFolder({ UNDERSTUDY_DATA_DIR: '/image/data' }, '/volume'), '/image/data');
  assert.equal(findAddressFolder({ UNDERSTUDY_DATA_DIR: '' }, '/volume'), '/volume');
});

test('a file that cannot be written is a warning with its path, and the server goes on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-address-'));
  writeFileSync(join(folder, 'file'), '');
  const log = createCollectingLogger();
  const path = join(folder, 'file/data');
  writeAddressFile(path, 'http://127.0.0.1:1', log).remove();
  const [{ level, parameters } = {}, ...more] = log.records;
  assert.deepEqual([level, parameters], ['WARN', { path: join(path, 'address'), code: 'ENOTDIR' }]);
  assert.equal(more.length, 0);
});
