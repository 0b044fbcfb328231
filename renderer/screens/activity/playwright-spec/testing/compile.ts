// Compiles generated specs with TypeScript, strictly, against the types that they import.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../../../..');

/** The compiler's messages; empty when every spec is valid. */
export async function compileSpecs(specs: Readonly<Record<string, string>>): Promise<string> {
  const out = join(root, 'out');
  mkdirSync(out, { recursive: true });
  // Below the repository, so that the types of Playwright are found.
  const folder = mkdtempSync(join(out, 'playwright-spec-'));
  try {
    for (const [name, source] of Object.entries(specs))
      writeFileSync(join(folder, `${name}.spec.ts`), source);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          noUnusedLocals: true,
          skipLibCheck: true,
          module: 'nodenext',
          target: 'es2022',
          lib: ['es2023', 'dom', 'dom.iterable'],
          types: ['node'],
          allowImportingTsExtensions: true,
          paths: { 'understudy/playwright': [join(root, 'fixtures/playwright/entry.ts')] },
        },
        include: ['*.ts'],
      }),
    );
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    return await promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
      ({ stdout }) => stdout,
      ({ stdout }: { readonly stdout: string }) => stdout || 'the compiler did not run',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
