// Vite configuration of the admin command line: one CommonJS file, which Node loads fastest.
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { nodeBundle } from './server.config.mjs';

/** Writes the admin command line to `folder`/main/kcadm.cjs. */
export function kcadmConfig(folder) {
  return {
    ...nodeBundle,
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(folder, 'main'),
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: { kcadm: join(ROOT, 'bin/kcadm/kcadm.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  };
}
