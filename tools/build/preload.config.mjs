// Vite configuration of the preload script: one CommonJS file, as a sandboxed window demands.
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { nodeBundle } from './server.config.mjs';

/** The preload script, written to `folder`/main/preload.cjs beside what is there. */
export function preloadConfig(folder) {
  return {
    ...nodeBundle,
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(folder, 'main'),
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: { preload: join(ROOT, 'main/preload.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  };
}
