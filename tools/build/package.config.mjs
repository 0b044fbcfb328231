// Vite configuration of what the npm package exports to programs.
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { nodeBundle } from './server.config.mjs';

/** Writes each export as one file to `folder`/package. */
export function packageConfig(folder) {
  return {
    ...nodeBundle,
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(folder, 'package'),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: { 'start-understudy': join(ROOT, 'fixtures/process/start-understudy.ts') },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  };
}
