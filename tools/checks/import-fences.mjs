// Checks the import fences: Biome and the compiler must reject planted forbidden imports.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inNodeModules, OUT, ROOT } from '../paths.mjs';

const PLANTED = [
  ['protocol/realm/planted.ts', '#protocol/oauth/token-endpoint.ts'],
  ['protocol/realm/planted.ts', '../oauth/token-endpoint.ts'],
  ['protocol/realm/planted.ts', 'electron'],
  ['protocol/realm/planted.ts', './testing/realm.ts'],
  ['protocol/admin/planted.ts', '#protocol/oauth/token-endpoint.ts'],
  ['protocol/http/planted.ts', '#protocol/activity/activity-recorder.ts'],
  ['protocol/contract/planted.ts', '#protocol/store/store.ts'],
  ['main/bridge/planted.ts', 'electron'],
  ['renderer/screens/users/planted.ts', '../clients/clients-screen.ts'],
  ['e2e/planted.ts', '../protocol/server.ts'],
  ['bin/kcadm/planted.ts', '#protocol/contract/admin-api.ts'],
  ['bin/kcadm/planted.ts', '../../protocol/server.ts'],
  ['bin/kcadm/planted.ts', './testing/host.ts'],
  ['bin/image/planted.ts', '#protocol/start/first-start.ts'],
];

/** Planted imports that Biome accepts, with the repository's rules in an empty folder. */
function findUnfenced() {
  mkdirSync(OUT, { recursive: true });
  const folder = mkdtempSync(join(OUT, 'fence-'));
  try {
    for (const file of ['biome.json', 'tools/checks/import-fences.json'])
      cpSync(join(ROOT, file), join(folder, file));
    return PLANTED.filter(([path, target]) => !biomeRefuses(folder, path, target));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function biomeRefuses(folder, path, target) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `import { planted } from '${target}';\nplanted();\n`);
  const args = [inNodeModules('@biomejs/biome/bin/biome'), 'lint', path];
  const result = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return `${result.stdout}${result.stderr}`.includes('noRestrictedImports');
}

/** Compiles a planted source as part of protocol/, with the repository's compiler settings. */
function compilerRefuses(source, expected) {
  mkdirSync(OUT, { recursive: true });
  const folder = mkdtempSync(join(OUT, 'fence-'));
  try {
    for (const file of ['tsconfig.base.json', 'protocol/contract/tsconfig.json', 'protocol/tsconfig.json']) {
      cpSync(join(ROOT, file), join(folder, file));
    }
    mkdirSync(join(folder, 'main'));
    writeFileSync(join(folder, 'main/other.ts'), 'export const other: number = 1;\n');
    writeFileSync(join(folder, 'protocol/contract/empty.ts'), 'export type Empty = never;\n');
    writeFileSync(join(folder, 'protocol/planted.ts'), source);
    const args = [inNodeModules('typescript/bin/tsc'), '-b', 'protocol'];
    const result = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    return result.status !== 0 && expected.test(result.stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Faults, one line each. */
export function checkImportFences() {
  const faults = findUnfenced().map(([path, target]) => `biome.json: ${path} may import ${target}`);
  const foreign = "import { other } from '../main/other.ts';\nexport const planted: number = other;\n";
  if (!compilerRefuses(foreign, /TS6059|TS6307/))
    faults.push('protocol/tsconfig.json: an import of main/ compiles');
  const dom = 'export const planted: unknown = document;\n';
  if (!compilerRefuses(dom, /TS2584|TS2304/)) faults.push('protocol/tsconfig.json: use of the DOM compiles');
  return faults;
}
