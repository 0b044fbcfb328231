// Vite configuration of the desktop's main process, the server included.
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/** Settings of every bundle that runs under Node; `noExternal` because the packaged app carries no node_modules. */
export const nodeBundle = {
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  publicDir: false,
  // Left open in a server build, this would let libraries choose their slower development edition.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, external: ['electron'], target: 'node' },
};

/** The desktop's bundles, written to `folder`/main. */
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
        input: { desktop: join(ROOT, 'main/desktop.ts') },
        external: ['electron'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  };
}
