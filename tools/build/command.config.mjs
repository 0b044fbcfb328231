// Vite configuration of command-line programs: one CommonJS file each, which Node loads fastest.
import { basename, join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { nodeBundle } from './server.config.mjs';

/** Writes the program of an entry file, such as bin/kcadm/kcadm.ts, to `folder`/main/kcadm.cjs. */
export function commandConfig(folder, entry) {
  return {
    ...nodeBundle,
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(folder, 'main'),
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: { [basename(entry, '.ts')]: join(ROOT, entry) },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  };
}
