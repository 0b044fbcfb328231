// Vite configuration of the headless server: one CommonJS script, because only a script takes the code that V8 compiled for it before.
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { nodeBundle } from './server.config.mjs';

/** The headless server, written to `folder`/main/bundle.cjs beside what is there. */
export function headlessConfig(folder) {
  return {
    ...nodeBundle,
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(folder, 'main'),
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: { bundle: join(ROOT, 'protocol/cli.ts') },
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
        },
      },
    },
  };
}
