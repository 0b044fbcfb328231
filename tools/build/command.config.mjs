// Vite configuration of command-line programs: one CommonJS file each, which Node loads fastest.
import { basename, join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { nodeBundle } from './server.config.mjs';

/**
 * Writes the program of an entry file, such as bin/kcadm/kcadm.ts, to `folder`/main/kcadm.cjs. `minify` is for programs
 * that are mostly libraries.
 */
export function commandConfig(folder, entry, { minify = false } = {}) {
  return {
    ...nodeBundle,
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(folder, 'main'),
      emptyOutDir: false,
      minify,
      rolldownOptions: {
        input: { [basename(entry, '.ts')]: join(ROOT, entry) },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  };
}
