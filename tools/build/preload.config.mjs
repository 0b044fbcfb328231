// Vite configuration of the preload script: one CommonJS file, as a sandboxed window requires.
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { nodeBundle } from './server.config.mjs';

/** Writes the preload script to `folder`/main/preload.cjs. */
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
