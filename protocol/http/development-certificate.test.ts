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

test('the certificate is generated once, covers every name, and is readable by its owner only', async () => {
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

test('it is valid for at most 825 days, the longest lifetime that Apple accepts', async () => {
  const { validFrom, validTo } = new X509Certificate((await load(await createFolder())).certificate);
  assert.ok(Date.parse(validTo) - Date.parse(validFrom) <= 825 * DAY_MS);
});

test('it is renewed 30 days before it expires, for an additional name, and when the clock is before its start', async () => {
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
  test(`anything but a certificate with its key is replaced: ${file} ${content ?? 'of another pair'}`, async () => {
    const [folder, other] = [await createFolder(), await createFolder()];
    await load(folder);
    await writeFile(join(folder, 'https', file), content ?? (await load(other)).key);
    assert.equal((await load(folder)).isNew, true);
    assert.equal((await load(folder)).isNew, false);
  });
}

test('an unreadable file aborts the start with an error that names it', async () => {
  const folder = await createFolder();
  await writeFile(join(folder, 'https'), 'a file where the folder should be');
  await assert.rejects(
    load(folder),
    (error) => error instanceof OptionError && error.message.includes('certificate.pem'),
  );
});
