// Vite configuration of the headless server: one CommonJS script, which can use code compiled by V8 earlier.
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { nodeBundle } from './server.config.mjs';

/** Writes the headless server to `folder`/main/bundle.cjs. */
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
