import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { consoleFileReply } from './console-files.ts';

const root = mkdtempSync(join(tmpdir(), 'understudy-console-'));
const folder = join(root, 'renderer');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(root, 'secret.svg'), '<svg/>');
writeFileSync(join(folder, 'index.html'), '<meta name="style-nonce" content="__STYLE_NONCE__">');
writeFileSync(join(folder, 'assets', 'app.js'), 'export {};');

test("the console's page has a strict policy with a new nonce in each response", async () => {
  const nonces = new Set<string>();
  for (let round = 0; round < 2; round++) {
    const page = await consoleFileReply(folder, 'index.html');
    const policy = String(page.headers?.['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
    assert.doesNotMatch(policy, /unsafe/);
    const nonce = /content="([^"]+)"/.exec(String(page.body))?.[1] ?? '';
    assert.ok(policy.includes(`'nonce-${nonce}'`));
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 2);
});

test('scripts have their media type and may be cached, since their names contain a hash', async () => {
  const script = await consoleFileReply(folder, 'assets/app.js');
  assert.equal(script.headers?.['content-type'], 'text/javascript; charset=utf-8');
  assert.match(String(script.headers?.['cache-control']), /immutable/);
});

for (const path of [
  '../secret.svg',
  'assets/../../secret.svg',
  'missing.js',
  'assets',
  'index.html\0.js',
  'notes.txt',
  '',
]) {
  test(`${JSON.stringify(path)} is not served`, async () => {
    await assert.rejects(consoleFileReply(folder, path), { name: 'RequestFault', status: 404 });
  });
}
