import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeAddressFile } from './address-file.ts';

test("the address of a server is in its data directory, in place of a killed server's, until it stops", () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-address-'));
  const path = join(folder, 'address');
  writeFileSync(path, 'http://127.0.0.1:1\n');
  const file = writeAddressFile(folder, 'http://127.0.0.1:8080/auth');
  assert.equal(readFileSync(path, 'utf8'), 'http://127.0.0.1:8080/auth\n');
  file.remove();
  assert.equal(existsSync(path), false);
  file.remove();
});
