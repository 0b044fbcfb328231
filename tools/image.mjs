// Makes the folder of the image, release/image/, and builds the image with the first of podman, docker and buildah:
// `npm run image`. `-- --folder` makes the folder only, at `--output=FOLDER`; `-- --base=IMAGE --tag=NAME` choose
// other names.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listPackageFiles } from './image/package-files.mjs';
import { ROOT } from './paths.mjs';
import { runTool, say, ToolError } from './progress.mjs';
import { findProgram, runCommand } from './setup/run-command.mjs';

/** The Containerfile copies from there. */
const FOLDER = join(ROOT, 'release/image');
const SOURCES = join(import.meta.dirname, 'image');

/** Debian's own entries, and Keycloak's user: derived images name it, and it is in group 0. */
const PASSWD = `root:x:0:0:root:/root:/bin/bash
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
keycloak:x:1000:0:keycloak user:/opt/keycloak:/usr/sbin/nologin
`;
const GROUP = `root:x:0:
nogroup:x:65534:
keycloak:x:0:root
`;

/** Folders that derived images copy into. */
const FOLDERS = ['conf/truststores', 'data/import', 'themes', 'providers', 'lib/understudy', 'bin'];

/** Symbolic links, by path in the image. */
const LINKS = [
  // Health checks of compose files use /dev/tcp of bash, which is the shell of Keycloak's image.
  ['usr/bin/sh', 'bash'],
  // Images before Keycloak 17.
  ['opt/jboss/keycloak', '../keycloak'],
  ['opt/jboss/docker-entrypoint.sh', '../keycloak/bin/kc.sh'],
  ['opt/jboss/tools/docker-entrypoint.sh', '../../keycloak/bin/kc.sh'],
  ['opt/keycloak/bin/standalone.sh', 'kc.sh'],
  // Bitnami's image.
  ['opt/bitnami/keycloak', '../keycloak'],
  ['opt/bitnami/scripts/keycloak/entrypoint.sh', '../../../keycloak/bin/kc.sh'],
  ['opt/bitnami/scripts/keycloak/run.sh', '../../../keycloak/bin/kc.sh'],
];

function makeFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  const home = join(folder, 'opt/keycloak');
  for (const name of FOLDERS) mkdirSync(join(home, name), { recursive: true });
  for (const file of [...listPackageFiles(), 'dist/main/image-programs.cjs'])
    cpSync(join(ROOT, file), join(home, 'lib/understudy', file));
  for (const name of ['kc.sh', 'kcadm.sh', 'health.sh', 'add-user-keycloak.sh'])
    copyProgram(join(SOURCES, name), join(home, 'bin', name));
  copyFileSync(join(SOURCES, 'keycloak.conf'), join(home, 'conf/keycloak.conf'));
  for (const [path, target] of LINKS) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target, join(folder, path));
  }
  mkdirSync(join(folder, 'etc'));
  writeFileSync(join(folder, 'etc/passwd'), PASSWD);
  writeFileSync(join(folder, 'etc/group'), GROUP);
  for (const name of ['curl', 'java', 'keytool'])
    copyProgram(join(SOURCES, 'program.sh'), join(folder, 'usr/bin', name));
  // OpenShift runs containers as any user of group 0.
  runCommand('chmod', ['-R', 'g=u', join(folder, 'opt')], 'Check who owns release/.', { shell: false });
}

function copyProgram(from, to) {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
}

/** HEALTHCHECK exists only in images of Docker's format. */
function buildImage(program, { base, tag }) {
  const settings = program.endsWith('docker') ? [] : ['--format=docker'];
  const isBuildah = program.endsWith('buildah');
  const args = [
    isBuildah ? 'bud' : 'build',
    ...settings,
    `--build-arg=BASE=${base}`,
    `--tag=${tag}`,
    '--file=Containerfile',
    '.',
  ];
  const result = spawnSync(program, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (result.status !== 0)
    throw new ToolError(`${program} did not build the image.`, 'See its messages above.');
}

await runTool(async () => {
  const { values } = parseArgs({
    options: {
      folder: { type: 'boolean', default: false },
      output: { type: 'string', default: FOLDER },
      base: { type: 'string', default: 'node:22-bookworm-slim' },
      tag: { type: 'string', default: 'understudy' },
    },
  });
  runCommand(process.execPath, ['tools/prepack.mjs'], 'See the message above.', { cwd: ROOT });
  const output = resolve(ROOT, values.output);
  makeFolder(output);
  say(`made ${output}`);
  if (values.folder) return;
  const program = findProgram('podman', 'docker', 'buildah');
  if (program === undefined)
    throw new ToolError(
      'There is no podman, docker or buildah to build the image with.',
      'Install one of them, or use the folder.',
    );
  buildImage(program, values);
  say(`built the image ${values.tag}`);
});
