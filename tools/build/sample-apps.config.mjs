// Vite configuration of the sample applications that "Try it" starts.
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { nodeBundle } from './server.config.mjs';

/** Writes each sample application as one file to `folder`/apps. */
export function sampleAppsConfig(folder) {
  return {
    ...nodeBundle,
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(folder, 'apps'),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: {
          web: join(ROOT, 'fixtures/apps/web/worker.ts'),
          'consumption-device': join(ROOT, 'fixtures/apps/consumption-device/worker.ts'),
          'service-provider': join(ROOT, 'fixtures/apps/service-provider/worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  };
}
