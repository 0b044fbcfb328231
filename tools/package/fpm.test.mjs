import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../setup/run-command.mjs';

const skip = findProgram('dpkg-deb') === undefined && 'there is no dpkg-deb';

/** A folder with an app, an icon and the two scripts, and the arguments that electron-builder gives for them. */
function prepare() {
  const work = mkdtempSync(join(tmpdir(), 'understudy-fpm-'));
  mkdirSync(join(work, 'app'));
  writeFileSync(join(work, 'app/run'), 'program', { mode: 0o700 });
  symlinkSync('run', join(work, 'app/link'));
  writeFileSync(join(work, 'icon.png'), 'icon', { mode: 0o600 });
  writeFileSync(join(work, 'install'), '#!/bin/sh\n');
  writeFileSync(join(work, 'remove'), '#!/bin/sh\n');
  const deb = join(work, 'x.deb');
  const args = [
    ...['-s', 'dir', '--force', '-t', 'deb', '-d', 'libnss3', '-d', 'b | a', '--deb-compression', 'gz'],
    ...['--architecture', 'amd64', '--after-install', join(work, 'install')],
    ...[
      '--after-remove',
      join(work, 'remove'),
      '--description',
      'short\n long\n\n end',
      '--version',
      '1.2.3',
    ],
    ...['--package', deb, '--name', 'example', '--maintainer', 'A <a@b.invalid>', '--vendor', 'A'],
    ...['--url', 'https://example.invalid', '--category', 'devel', '--deb-priority', 'optional'],
    ...['--license', 'MIT', `${work}/app/=/opt/Example`, `${work}/icon.png=/usr/share/icons/example.png`],
  ];
  return { work, deb, args };
}

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/package/fpm.mjs', ...args]);
  return { status, text: `${stdout}${stderr}` };
}

function dpkg(...args) {
  const { status, stdout, stderr } = spawnSync('dpkg-deb', args);
  assert.equal(status, 0, String(stderr));
  return String(stdout);
}

test('Debian policy §5.3: the control file has the fields of fpm’s options', { skip }, () => {
  const { deb, args } = prepare();
  assert.equal(run(args).status, 0);
  const fields = dpkg('--field', deb);
  for (const line of [
    'Package: example',
    'Version: 1.2.3',
    'Architecture: amd64',
    'Maintainer: A <a@b.invalid>',
    'Depends: libnss3, b | a',
    'Section: devel',
    'Priority: optional',
    'Homepage: https://example.invalid',
  ])
    assert.ok(fields.includes(`${line}\n`), line);
  assert.match(fields, /^Installed-Size: 1$/m);
  assert.match(fields, /^Description: short\n long\n \.\n end\n$/m);
  assert.doesNotMatch(fields, /Recommends/);
});

test('Debian policy §10.9: files belong to root and can be read by all; links stay links', { skip }, () => {
  const { deb, args } = prepare();
  assert.equal(run(args).status, 0);
  const lines = dpkg('--contents', deb);
  assert.match(lines, /^-rwxr-xr-x root\/root .* \.\/opt\/Example\/run$/m);
  assert.match(lines, /^lrwxrwxrwx root\/root .* \.\/opt\/Example\/link -> run$/m);
  assert.match(lines, /^-rw-r--r-- root\/root .* \.\/usr\/share\/icons\/example\.png$/m);
  assert.match(lines, /^drwxr-xr-x root\/root .* \.\/$/m);
});

test('Debian policy §6.1: both scripts are in the package and executable, with checksums of the files', {
  skip,
}, () => {
  const { work, deb, args } = prepare();
  assert.equal(run(args).status, 0);
  dpkg('--control', deb, join(work, 'control'));
  for (const script of ['postinst', 'postrm'])
    assert.equal(statSync(join(work, 'control', script)).mode & 0o777, 0o755, script);
  const sums = readFileSync(join(work, 'control/md5sums'), 'utf8');
  assert.match(sums, /^[0-9a-f]{32} {2}opt\/Example\/run$/m);
  assert.equal(sums.trimEnd().split('\n').length, 2);
});

const refusals = [
  [
    'an option of fpm that electron-builder does not give',
    ['--deb-user', 'x'],
    /Unknown option '--deb-user'/,
  ],
  ['another kind of package', ['-t', 'rpm'], /makes a Debian package of a folder/],
  ['an unknown compression', ['--deb-compression', 'lzma'], /compressed by xz, gz, zst/],
  ['a file without its place', ['icon.png'], /icon\.png does not say where a file is installed/],
  ['a package name that Debian forbids', ['--name', 'Not Allowed'], /dpkg-deb .*ended with 2/],
];
for (const [what, args, says] of refusals) {
  test(`a deb without fpm: ${what} is refused in one line, and no package is written`, { skip }, () => {
    const prepared = prepare();
    const { status, text } = run([...prepared.args, ...args]);
    assert.equal(status, 1);
    assert.match(text, says);
    assert.doesNotMatch(text, /^\s+at /m);
    assert.throws(() => statSync(prepared.deb), { code: 'ENOENT' });
  });
}
