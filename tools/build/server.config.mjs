// Vite configuration of the desktop's main process, the server included.
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/** Settings of every Node bundle; `noExternal` because the packaged app has no node_modules. */
export const nodeBundle = {
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  publicDir: false,
  // Without this, libraries in a server build would use their slower development version.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, external: ['electron'], target: 'node' },
};

/** Writes the desktop's bundles to `folder`/main. */
export function serverConfig(folder) {
  return {
    ...nodeBundle,
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(folder, 'main'),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: { desktop: join(ROOT, 'main/desktop-entry.ts') },
        external: ['electron'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  };
}
