// Vite configuration of the window: a static site with relative URLs, served by app:// and /console/.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { ROOT } from '../paths.mjs';

/** Writes the window's files to `folder`/renderer. */
export function rendererConfig(folder) {
  return {
    configFile: false,
    root: join(ROOT, 'renderer'),
    base: './',
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    build: {
      // The oldest Chromium that the desktop runs on.
      target: 'chrome130',
      outDir: join(folder, 'renderer'),
      emptyOutDir: true,
      // The Content-Security-Policy allows neither data: scripts nor inline ones.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2000,
    },
  };
}
