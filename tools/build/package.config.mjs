// Vite configuration of what the npm package exports to programs.
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { nodeBundle } from './server.config.mjs';

/** Source of each export; `tools/prepack.mjs` adds the types. */
export const PACKAGE_ENTRIES = {
  'start-understudy': 'fixtures/process/start-understudy.ts',
  test: 'fixtures/test/entry.ts',
  playwright: 'fixtures/playwright/entry.ts',
};

const FORMATS = [
  { format: 'es', extension: 'js' },
  // Jest, and configuration files in CommonJS.
  { format: 'cjs', extension: 'cjs' },
];

/** Writes the exports to `folder`/package. The suite's own Playwright is used. */
export function packageConfig(folder) {
  return {
    ...nodeBundle,
    ssr: { ...nodeBundle.ssr, external: ['@playwright/test'] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(folder, 'package'),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(PACKAGE_ENTRIES).map(([name, source]) => [name, join(ROOT, source)]),
        ),
        external: ['@playwright/test'],
        output: FORMATS.map(({ format, extension }) => ({
          format,
          entryFileNames: `[name].${extension}`,
          // Beside the entries, because paths are relative to the module.
          chunkFileNames: `[name]-[hash].${extension}`,
        })),
      },
    },
  };
}
