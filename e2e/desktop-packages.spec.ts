// The packages of `npm run package`, unpacked in empty folders and started from there.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runPackaged, startPackaged, UNPACKED } from './support/packaged.ts';
import { createFolder, ROOT } from './support/server.ts';

test.skip(UNPACKED === undefined, 'there are no packages: npm run package makes them, on Linux here');

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Output of a program. */
function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
}

function emptyFolder(): string {
  const folder = createFolder('unpacked');
  mkdirSync(folder);
  return folder;
}

/** With a window and without, it is the app that was packaged. */
async function expectToRun(executable: string): Promise<void> {
  const ended = await runPackaged(executable, ['--version']);
  expect(ended.output).toContain(`Understudy ${version} `);
  expect(ended.code).toBe(0);
  for (const display of [true, false]) {
    const app = await startPackaged(executable, [], { display });
    expect(await (await fetch(`${app.url}/health/ready`)).json()).toEqual({ status: 'UP' });
    expect(await (await fetch(`${app.url}/console/`)).text()).toContain('<title>Understudy');
    expect(await app.stop()).toBe(0);
  }
}

/** freedesktop.org's own check, and what starts the app. */
function expectDesktopEntry(file: string, command: string): void {
  expect(run('desktop-file-validate', file)).toBe('');
  const entry = readFileSync(file, 'utf8');
  for (const line of [`Exec=${command} %U`, 'Icon=understudy', 'Name=Understudy', 'Categories=Development;'])
    expect(entry.split('\n')).toContain(line);
}

test('issue 14: the tar.gz has one folder, and the app runs from where it is unpacked', async () => {
  const name = `understudy-${version}-linux-${process.arch}`;
  const folder = emptyFolder();
  run('tar', 'xzf', join(ROOT, `release/${name}.tar.gz`), '-C', folder);
  expect(readdirSync(folder)).toEqual([name]);
  expect(readFileSync(join(folder, name, 'resources/LICENSE.txt'), 'utf8')).toContain('MIT License');
  await expectToRun(join(folder, name, 'understudy'));
});

test.describe('issue 14: the deb', () => {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const deb = join(ROOT, `release/understudy_${version}_${architecture}.deb`);

  test.skip(!existsSync(deb), 'there is no deb: npm run package makes it where dpkg is');

  test('runs from where it is unpacked, with its menu entry, icon and licence', async () => {
    const folder = emptyFolder();
    run('dpkg-deb', '-x', deb, folder);
    expectDesktopEntry(
      join(folder, 'usr/share/applications/understudy.desktop'),
      '/opt/Understudy/understudy',
    );
    const icon = readFileSync(join(folder, 'usr/share/icons/hicolor/512x512/apps/understudy.png'));
    expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([512, 512]);
    expect(readFileSync(join(folder, 'usr/share/doc/understudy/copyright'), 'utf8')).toContain('MIT License');
    expect(readdirSync(join(folder, 'opt'))).toEqual(['Understudy']);
    await expectToRun(join(folder, 'opt/Understudy/understudy'));
  });

  test('belongs to root, is readable by all and contains no setuid file', () => {
    const lines = run('dpkg-deb', '--contents', deb).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => !/^([-d]rw[-x]r-[-x]r-[-x]|l\S+) root\/root /.test(line))).toEqual([]);
  });

  test('describes itself as Debian policy §5.3 requires', () => {
    const fields = run('dpkg-deb', '--field', deb);
    for (const line of ['Package: understudy', `Version: ${version}`, `Architecture: ${architecture}`])
      expect(fields).toContain(`${line}\n`);
    expect(fields).toMatch(/^Description: \S.{10,79}\n \S/m);
    expect(fields).toMatch(/^Maintainer: .+ <.+@.+>$/m);
    expect(fields).toMatch(/^Section: devel$/m);
  });

  test('depends on packages that bring every library the app is linked with', () => {
    const depends = run('dpkg-deb', '--field', deb, 'Depends').trim();
    const alternatives = depends.split(', ').map((dependency) => dependency.split(' | '));
    const packages = knownPackages(alternatives.flat());
    const known = alternatives.map((names) => names.find((name) => packages.has(name)));
    // Before the first apt-get update, only installed packages are known.
    if (readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages')))
      expect(known, depends).not.toContain(undefined);
    const closure = new Set(listDependencies(known.filter((name) => name !== undefined)));
    const libraries = linkedLibraries(UNPACKED ?? '');
    expect(libraries.length).toBeGreaterThan(20);
    const owners = ownersOf(libraries);
    const isBrought = (library: string) => closure.has(owners.get(basename(library)) ?? '');
    expect(libraries.filter((library) => !isBrought(library))).toEqual([]);
  });

  test('installs the command and, where user namespaces are missing, the sandbox; its scripts are valid', () => {
    const folder = createFolder('control');
    run('dpkg-deb', '--control', deb, folder);
    for (const script of ['postinst', 'postrm']) run('bash', '-n', join(folder, script));
    const postinst = readFileSync(join(folder, 'postinst'), 'utf8');
    expect(postinst).toMatch(/update-alternatives --install '\/usr\/bin\/understudy' 'understudy'/);
    expect(postinst).toContain("chmod 4755 '/opt/Understudy/chrome-sandbox'");
    const postrm = readFileSync(join(folder, 'postrm'), 'utf8');
    expect(postrm).toContain("update-alternatives --remove 'understudy' '/opt/Understudy/understudy'");
  });
});

/** Those of these packages that apt knows. */
function knownPackages(names: readonly string[]): Set<string | undefined> {
  const { stdout } = spawnSync('apt-cache', ['show', '--no-all-versions', ...names], { encoding: 'utf8' });
  return new Set([...stdout.matchAll(/^Package: (\S+)$/gm)].map(([, name]) => name));
}

/** These packages and all that they depend on. */
function listDependencies(names: readonly string[]): string[] {
  const kinds = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];
  const flags = kinds.map((kind) => `--no-${kind}`);
  return run('apt-cache', 'depends', '--recurse', ...flags, ...names)
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
    .map((line) => line.replace(/:.*$/, ''));
}

function linkedLibraries(executable: string): string[] {
  return [...run('ldd', executable).matchAll(/ => (\/\S+)/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith(ROOT));
}

/** The packages with these libraries. On systems with merged /usr, dpkg may know a library by its other path. */
function ownersOf(libraries: readonly string[]): Map<string, string> {
  const paths = libraries.flatMap((path) => [path, `/usr${path}`, path.replace(/^\/usr/, '')]);
  // Unknown paths are reported on standard error.
  const { stdout } = spawnSync('dpkg-query', ['--search', ...paths], { encoding: 'utf8' });
  return new Map(
    [...stdout.matchAll(/^([^:\s]+)\S*: .*\/([^/\n]+)$/gm)].map(([, owner = '', file = '']) => [file, owner]),
  );
}

/** A program with the mark of AppImage's runtime, in the place of the runtime: it mounts nothing. */
function writeRuntime(): string {
  const file = createFolder('runtime');
  copyFileSync('/bin/true', file);
  writeSync(openSync(file, 'r+'), 'AI\x02', 8, 'latin1');
  return file;
}

/** A PATH on which mksquashfs compresses fast instead of well, which makes no difference to the tests. */
function pathWithFastCompression(): string {
  const folder = emptyFolder();
  const path = process.env['PATH'] ?? '';
  const script = `#!/bin/sh\nPATH='${path}' exec mksquashfs "$@" -Xcompression-level 1\n`;
  writeFileSync(join(folder, 'mksquashfs'), script, { mode: 0o755 });
  return `${folder}:${path}`;
}

test('issue 14: the AppImage is the runtime followed by an AppDir that starts the app', async () => {
  test.setTimeout(180_000);
  const runtime = writeRuntime();
  const output = emptyFolder();
  const command = [
    'tools/package.mjs',
    '--local-tools',
    '--quick',
    '--target=AppImage',
    `--output=${output}`,
  ];
  execFileSync(process.execPath, command, {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: pathWithFastCompression(),
      UNDERSTUDY_APPIMAGE_RUNTIME: runtime,
      APPIMAGE_TOOLS_PATH: '',
    },
    stdio: 'pipe',
  });
  const image = readdirSync(output).find((name) => name.endsWith('.AppImage')) ?? '';
  expect(image).toBe(`understudy-${version}-linux-x86_64.AppImage`);
  const file = join(output, image);
  expect(statSync(file).mode & 0o777).toBe(0o755);
  expect(run('cmp', `--bytes=${statSync(runtime).size}`, runtime, file)).toBe('');
  const appDir = join(output, 'AppDir');
  run('unsquashfs', '-no-progress', '-offset', String(statSync(runtime).size), '-dest', appDir, file);
  expectDesktopEntry(join(appDir, 'understudy.desktop'), 'AppRun');
  for (const icon of ['.DirIcon', 'understudy.png']) expect(existsSync(join(appDir, icon)), icon).toBe(true);
  await expectToRun(join(appDir, 'AppRun'));
});

const refusals: [title: string, args: string[], environment: Record<string, string>, says: RegExp][] = [
  ['an unknown option', ['--taget=deb'], {}, /^\[understudy\] Unknown option '--taget'/m],
  ['to build for another platform', ['--mac'], {}, /^\[understudy\] --mac selects what --dry-run shows/m],
  ['a target that electron-builder does not know', ['--local-tools', '--target=dep'], {}, /dep is not built/],
  [
    'an AppImage without its runtime',
    ['--local-tools', '--target=AppImage'],
    { UNDERSTUDY_APPIMAGE_RUNTIME: '', APPIMAGE_TOOLS_PATH: '' },
    /its runtime is a download\. Set UNDERSTUDY_APPIMAGE_RUNTIME to the file/,
  ],
];
for (const [title, args, environment, says] of refusals) {
  test(`npm run package refuses ${title} in readable lines`, () => {
    let output = '';
    try {
      execFileSync(process.execPath, ['tools/package.mjs', ...args], {
        cwd: ROOT,
        env: { ...process.env, ...environment },
        stdio: 'pipe',
      });
    } catch (error) {
      output = String((error as { stderr: Buffer }).stderr);
    }
    expect(output).toMatch(says);
    expect(output).not.toMatch(/^\s+at /m);
  });
}
