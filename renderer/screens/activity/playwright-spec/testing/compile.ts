// Compiles generated specs with TypeScript, strictly, against the types that they import.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../../../..');

/** What specs use of `understudy/playwright`. */
const KIT_TYPES = `
import type { Page } from '@playwright/test';
interface Seen {
  endpoint?: 'authorization' | 'token' | 'userinfo' | 'introspection' | 'revocation' | 'keys' | 'discovery' | 'logout'
    | 'device' | 'ciba' | 'par' | 'saml' | 'registry';
  client?: string; user?: string; grant?: string; pkce?: 'S256' | 'plain' | 'none'; rule?: string; times?: number;
  outcome?: 'accepted' | 'refused' | 'asked' | 'failed';
}
interface Match { user?: string; client?: string }
interface User { signIn(page: Page): Promise<unknown> }
interface Idp {
  user(name: string, persona?: { password?: string }): Promise<User>;
  device: Record<'approve' | 'deny' | 'cancel' | 'prompt', (match?: Match) => Promise<unknown>> & {
    code(match?: { client?: string }): Promise<{ verificationUri: string }>;
  };
  clock: { advance(duration: { seconds: number }): Promise<unknown> };
  faults: { once(fault: { endpoint: Seen['endpoint']; grant?: string; status: number }): Promise<unknown> };
}
export declare const test: {
  (title: string, body: (fixtures: { page: Page; idp: Idp }) => Promise<void>): void;
  use(options: { realm: string }): void;
};
export declare function expect(idp: Idp): { toHaveSeen(seen: Seen): Promise<void>; toHaveNoRefusals(): Promise<void> };
`;

/** The compiler's messages; empty when every spec is valid. */
export async function compileSpecs(specs: Readonly<Record<string, string>>): Promise<string> {
  const out = join(root, 'out');
  mkdirSync(out, { recursive: true });
  // Below the repository, so that the types of Playwright are found.
  const folder = mkdtempSync(join(out, 'playwright-spec-'));
  try {
    writeFileSync(join(folder, 'kit.d.ts'), KIT_TYPES);
    for (const [name, source] of Object.entries(specs))
      writeFileSync(join(folder, `${name}.spec.ts`), source.replace("'understudy/playwright'", "'./kit.js'"));
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
          lib: ['es2023', 'dom'],
          types: [],
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
