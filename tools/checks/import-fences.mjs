// Checks the import fences: Biome and the compiler must reject planted forbidden imports.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inNodeModules, OUT, ROOT } from '../paths.mjs';
import { runNode } from './run-node.mjs';

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
  ['bin/mcp/planted.ts', '#protocol/server.ts'],
  ['bin/mcp/planted.ts', '../../fixtures/test/connection.ts'],
];

/** Calls `use` with a new folder below out/, and removes the folder. */
async function inFolder(use) {
  mkdirSync(OUT, { recursive: true });
  const folder = mkdtempSync(join(OUT, 'fence-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Planted imports that Biome accepts, with the repository's rules in an empty folder. */
function findUnfenced() {
  return inFolder(async (folder) => {
    for (const file of ['biome.json', 'tools/checks/import-fences.json'])
      cpSync(join(ROOT, file), join(folder, file));
    const planted = PLANTED.map(([path, target], index) => {
      const own = path.replace(/\.ts$/, `-${index}.ts`);
      mkdirSync(dirname(join(folder, own)), { recursive: true });
      writeFileSync(join(folder, own), `import { planted } from '${target}';\nplanted();\n`);
      return own;
    });
    const args = [inNodeModules('@biomejs/biome/bin/biome'), 'lint', '--max-diagnostics=none', ...planted];
    const { output } = await runNode(args, folder);
    const refused = new Set(
      [...output.matchAll(/^(\S+):\d+:\d+ lint\/style\/noRestrictedImports/gm)].map(([, path]) => path),
    );
    return PLANTED.filter((_row, index) => !refused.has(planted[index]));
  });
}

/** Compiles a planted source as part of protocol/, with the repository's compiler settings. */
function compilerRefuses(source, expected) {
  return inFolder(async (folder) => {
    for (const file of ['tsconfig.base.json', 'protocol/contract/tsconfig.json', 'protocol/tsconfig.json']) {
      cpSync(join(ROOT, file), join(folder, file));
    }
    mkdirSync(join(folder, 'main'));
    writeFileSync(join(folder, 'main/other.ts'), 'export const other: number = 1;\n');
    writeFileSync(join(folder, 'protocol/contract/empty.ts'), 'export type Empty = never;\n');
    writeFileSync(join(folder, 'protocol/planted.ts'), source);
    const { status, output } = await runNode([inNodeModules('typescript/bin/tsc'), '-b', 'protocol'], folder);
    return status !== 0 && expected.test(output);
  });
}

/** Faults, one line each. */
export async function checkImportFences() {
  const unfenced = await findUnfenced();
  const faults = unfenced.map(([path, target]) => `biome.json: ${path} may import ${target}`);
  const foreign = "import { other } from '../main/other.ts';\nexport const planted: number = other;\n";
  if (!(await compilerRefuses(foreign, /TS6059|TS6307/)))
    faults.push('protocol/tsconfig.json: an import of main/ compiles');
  const dom = 'export const planted: unknown = document;\n';
  if (!(await compilerRefuses(dom, /TS2584|TS2304/)))
    faults.push('protocol/tsconfig.json: use of the DOM compiles');
  return faults;
}
