import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { loadDevelopmentCertificate } from './development-certificate.ts';

const START = Date.UTC(2030, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
const NAMES = ['localhost', '127.0.0.1', '::1'];

const createFolder = () => mkdtemp(join(tmpdir(), 'understudy-https-'));
const load = (folder: string, now = START, names: readonly string[] = NAMES) =>
  loadDevelopmentCertificate(folder, names, { now: () => now });

test('the certificate is made once, for every name, and kept for its owner only', async () => {
  const folder = await createFolder();
  const made = await load(folder);
  assert.equal(made.isNew, true);
  assert.equal(made.path, join(folder, 'https', 'certificate.pem'));
  const certificate = new X509Certificate(made.certificate);
  assert.ok(
    certificate.checkHost('localhost') && certificate.checkIP('127.0.0.1') && certificate.checkIP('::1'),
  );
  assert.equal(await readFile(made.path, 'utf8'), made.certificate);
  for (const name of ['certificate.pem', 'key.pem']) {
    assert.equal((await stat(join(folder, 'https', name))).mode & 0o777, 0o600, name);
  }
  const again = await load(folder, START + DAY_MS);
  assert.deepEqual([again.isNew, again.certificate, again.key], [false, made.certificate, made.key]);
});

test('it lives at most 825 days, the longest that Apple takes', async () => {
  const { validFrom, validTo } = new X509Certificate((await load(await createFolder())).certificate);
  assert.ok(Date.parse(validTo) - Date.parse(validFrom) <= 825 * DAY_MS);
});

test('it is made anew 30 days before its end, for another name, and when the clock went back before its beginning', async () => {
  const folder = await createFolder();
  await load(folder);
  assert.equal((await load(folder, START + 789 * DAY_MS)).isNew, false);
  assert.equal((await load(folder, START + 791 * DAY_MS)).isNew, true);
  assert.equal((await load(folder, START)).isNew, true);
  assert.equal((await load(folder, START, [...NAMES, 'sso.test'])).isNew, true);
  assert.equal((await load(folder, START)).isNew, false);
});

for (const [file, content] of [
  ['certificate.pem', ''],
  ['certificate.pem', 'nonsense'],
  ['key.pem', 'nonsense'],
  ['key.pem', undefined],
] as const) {
  test(`what is no pair of certificate and key is replaced: ${file} ${content ?? 'of another'}`, async () => {
    const [folder, other] = [await createFolder(), await createFolder()];
    await load(folder);
    await writeFile(join(folder, 'https', file), content ?? (await load(other)).key);
    assert.equal((await load(folder)).isNew, true);
    assert.equal((await load(folder)).isNew, false);
  });
}

test('a file that cannot be read ends the start with its name', async () => {
  const folder = await createFolder();
  await writeFile(join(folder, 'https'), 'a file where the folder should be');
  await assert.rejects(
    load(folder),
    (error) => error instanceof OptionError && error.message.includes('certificate.pem'),
  );
});
