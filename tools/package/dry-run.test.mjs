// Own process: electron-builder reads the working directory and the environment, and logs.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { DIST, ROOT } from '../paths.mjs';
import { ToolError } from '../progress.mjs';
import { dryRun } from './dry-run.mjs';

/** The path, relative to the repository, of a PNG file that has only a header. */
function writeIcon(width, height) {
  const header = Buffer.alloc(24);
  header.write('\x89PNG\r\n\x1a\n', 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  const file = join(mkdtempSync(join(tmpdir(), 'understudy-icon-')), 'icon.png');
  writeFileSync(file, header);
  return relative(ROOT, file);
}

const skip = !existsSync(DIST) && 'there is no build: npm run build';

test('issue 14: deb, AppImage and tar.gz on Linux, nsis on Windows and dmg on macOS are configured', {
  skip,
}, async () => {
  const linux = await dryRun(['linux']);
  assert.match(linux, /^ {2}AppImage +release\/understudy-\d\S+-linux-\S+\.AppImage$/m);
  assert.match(linux, /^ {2}deb +release\/understudy_\d\S+\.deb$/m);
  assert.match(linux, /^ {2}tar\.gz +release\/understudy-\d\S+-linux-\S+\.tar\.gz$/m);
  assert.match(await dryRun(['win']), /^ {2}nsis +release\/understudy-\d\S+-win-\S+\.exe/m);
  assert.match(await dryRun(['mac']), /^ {2}dmg +release\/understudy-\d\S+-mac-\S+\.dmg/m);
});

test('the Windows installer needs no administrator and keeps the user’s data', { skip }, async () => {
  const text = await dryRun(['win']);
  assert.match(
    text,
    /installer +one click, for the current user, without administrator rights, removal keeps/,
  );
  const forAll = await dryRun(['win'], { nsis: { perMachine: true, deleteAppDataOnUninstall: true } });
  assert.match(forAll, /for all users, with administrator rights, removal deletes/);
});

test('the macOS app has a hardened runtime and a category', { skip }, async () => {
  const text = await dryRun(['mac']);
  assert.match(text, /category +public\.app-category\.developer-tools/);
  assert.match(text, /hardened +yes, entitlements of electron-builder/);
  assert.match(await dryRun(['mac'], { mac: { hardenedRuntime: false } }), /hardened +no$/m);
});

test('the files of every platform are the same', { skip }, async () => {
  const linesOf = async (platform) => (await dryRun([platform])).match(/^ {2}files.*$/m)?.[0];
  const linux = await linesOf('linux');
  assert.match(linux ?? '', /dist\/\*\* \(\d+ files\), .*demo\.json, .*package\.json: \d+\.\d MB$/);
  for (const platform of ['win', 'mac']) assert.equal(await linesOf(platform), linux);
});

const refusals = [
  [
    'a setting that electron-builder does not know',
    'linux',
    { npmRebuilt: false },
    /unknown property 'npmRebuilt'/,
  ],
  ['a wrong type', 'win', { nsis: { oneClick: 'yes' } }, /configuration\.nsis\.oneClick should be a boolean/],
  ['an unknown target', 'linux', { linux: { target: ['dep'] } }, /Unknown target: dep/],
  ['files that are missing', 'linux', { files: ['nowhere/**'] }, /linux: files: nothing matches nowhere/],
  ['a missing icon', 'mac', { icon: 'main/none.png' }, /mac: icon: main\/none\.png; a PNG file of 512/],
  ['an icon that is no PNG', 'win', { icon: 'package.json' }, /win: icon: package\.json; a PNG file of 256/],
  [
    'an icon too small for ICO',
    'win',
    { icon: writeIcon(255, 256) },
    /has 255 × 256 pixels; ICO requires 256/,
  ],
  [
    'an icon too small for ICNS',
    'mac',
    { icon: writeIcon(256, 256) },
    /has 256 × 256 pixels; ICNS requires 512/,
  ],
];
for (const [what, platform, config, says] of refusals) {
  test(`the dry run fails on what would fail: ${what}`, { skip }, async () => {
    await assert.rejects(dryRun([platform], config), (error) => {
      assert.ok(error instanceof ToolError, String(error?.stack));
      assert.match(`${error.message}\n${error.remedy}`, says);
      return true;
    });
  });
}
