// Own process: changes PATH.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ToolError } from '../progress.mjs';
import { chooseLocalTools } from './local-tools.mjs';

/** Makes PATH a folder with only these programs. */
function usePrograms(...names) {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-path-'));
  for (const name of names) {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), 0o755);
  }
  process.env.PATH = folder;
  return folder;
}

function writeRuntime(start) {
  const file = join(mkdtempSync(join(tmpdir(), 'understudy-runtime-')), 'runtime');
  writeFileSync(file, Buffer.from(start, 'latin1'));
  return file;
}

const fails = (run, message, remedy) =>
  assert.throws(run, (error) => {
    assert.ok(error instanceof ToolError);
    assert.match(error.message, message);
    assert.match(error.remedy, remedy);
    return true;
  });

test('issue 14: tar.gz and deb are built with 7-Zip and dpkg-deb; AppImage is left out, with what it needs', () => {
  const path = usePrograms('7za', 'dpkg-deb');
  const { targets, variables, left } = chooseLocalTools([], {});
  assert.deepEqual(targets, ['deb', 'tar.gz']);
  assert.equal(variables.ELECTRON_BUILDER_7ZIP_PATH, join(path, '7za'));
  assert.ok(existsSync(variables.CUSTOM_FPM_PATH));
  assert.equal(left.length, 1);
  assert.match(left[0], /^AppImage is left out: .*UNDERSTUDY_APPIMAGE_RUNTIME.*type2-runtime/);
});

test('tools that electron-builder’s variables name are kept', () => {
  usePrograms();
  const environment = {
    CUSTOM_FPM_PATH: '/opt/fpm',
    ELECTRON_BUILDER_7ZIP_PATH: '/opt/7za',
    APPIMAGE_TOOLS_PATH: '/opt/tools',
  };
  assert.deepEqual(chooseLocalTools([], environment), {
    variables: environment,
    targets: ['AppImage', 'deb', 'tar.gz'],
    left: [],
  });
});

test('with a runtime, an AppImage is built with mksquashfs', () => {
  const path = usePrograms('mksquashfs', 'desktop-file-validate');
  const runtime = writeRuntime('\x7fELF\x02\x01\x01\x00AI\x02');
  const { variables } = chooseLocalTools(['AppImage'], { UNDERSTUDY_APPIMAGE_RUNTIME: runtime });
  const folder = variables.APPIMAGE_TOOLS_PATH;
  assert.equal(readlinkSync(join(folder, 'mksquashfs')), join(path, 'mksquashfs'));
  assert.equal(readlinkSync(join(folder, `runtimes/runtime-${process.arch}`)), runtime);
});

test('a missing program is reported with the package that has it', () => {
  usePrograms();
  fails(() => chooseLocalTools(['tar.gz'], {}), /^tar\.gz needs 7zz/, /apt-get install 7zip$/);
  fails(() => chooseLocalTools(['deb'], {}), /^deb needs dpkg-deb/, /apt-get install dpkg$/);
  const environment = { UNDERSTUDY_APPIMAGE_RUNTIME: writeRuntime('\x7fELF\x02\x01\x01\x00AI\x02') };
  fails(() => chooseLocalTools(['AppImage'], environment), /^AppImage needs mksquashfs/, /squashfs-tools$/);
});

test('a runtime that is missing, or is none, is refused', () => {
  usePrograms('mksquashfs', 'desktop-file-validate');
  for (const [file, says] of [
    ['/nowhere/runtime', /cannot be read \(ENOENT\)/],
    [writeRuntime(''), /is not a type 2 runtime/],
    [writeRuntime('\x7fELF\x02\x01\x01\x00\x00\x00\x00'), /is not a type 2 runtime/],
    [writeRuntime('\x7fELF\x02\x01\x01\x00AI\x01'), /is not a type 2 runtime/],
    [writeRuntime('#!/bin/shAI\x02'), /is not a type 2 runtime/],
  ])
    fails(
      () => chooseLocalTools(['AppImage'], { UNDERSTUDY_APPIMAGE_RUNTIME: file }),
      says,
      /runtime-x86_64 of github\.com\/AppImage\/type2-runtime/,
    );
});

test('a target without local tools, and nothing left to build, are refused', () => {
  usePrograms();
  fails(() => chooseLocalTools(['rpm'], {}), /^rpm is not built/, /^Targets are AppImage, deb, tar\.gz\.$/);
  fails(() => chooseLocalTools(['AppImage'], {}), /^There is nothing to build/, /its runtime is a download/);
});
