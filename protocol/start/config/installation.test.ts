import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findHome, findInstallation } from './installation.ts';

test("the installation is the folder above the module with Understudy's package.json", () => {
  const { root, version } = findInstallation(import.meta.url);
  assert.ok(existsSync(join(root, 'protocol', 'start', 'config')));
  assert.match(version, /^\d+\.\d+\.\d+/);
});

test('a module outside any installation is an error', () => {
  assert.throws(() => findInstallation('file:///nowhere/at/all.js'), /no installation of Understudy/);
});

test('data is kept in the installation, but never in a package that npm may remove', () => {
  const root = join('/', 'home', 'ann', 'understudy');
  assert.equal(findHome(root, '/work'), root);
  assert.equal(findHome(join('/', 'shop', 'node_modules', 'understudy'), '/work'), '/work');
});
