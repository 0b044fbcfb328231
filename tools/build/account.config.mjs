// Vite configuration of the account console: a page with Keycloak's screens, and the React that these need.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { ROOT } from '../paths.mjs';

const CONSOLE = join(ROOT, 'node_modules/@keycloak/keycloak-account-ui');

/** The folder of a package as Keycloak's screens find it: they need an earlier React than the window. */
function folderOf(name) {
  return dirname(createRequire(join(CONSOLE, 'package.json')).resolve(`${name}/package.json`));
}

/** PatternFly's fonts are left out: 700 kB, and licences of their own. The system's fonts stand in for them. */
const withoutFonts = {
  name: 'without-fonts',
  enforce: 'pre',
  transform(code, id) {
    return id.endsWith('.css') ? code.replace(/@font-face\s*\{[^}]*\}/g, '') : undefined;
  },
};

/** Writes the page and its files to `folder`/renderer/account. Runs after the window, whose folder it is in. */
export function accountConfig(folder) {
  return {
    configFile: false,
    root: join(ROOT, 'renderer/account'),
    base: './',
    logLevel: 'warn',
    plugins: [withoutFonts, react()],
    resolve: {
      alias: [
        // The package does not export its stylesheet.
        {
          find: '@keycloak/keycloak-account-ui/style.css',
          replacement: join(CONSOLE, 'lib/keycloak-account-ui.css'),
        },
        ...['react', 'react-dom'].map((name) => ({
          find: new RegExp(`^${name}(?=/|$)`),
          replacement: folderOf(name),
        })),
      ],
    },
    build: {
      target: 'es2022',
      outDir: join(folder, 'renderer/account'),
      emptyOutDir: true,
      // The Content-Security-Policy allows neither data: scripts nor inline ones.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2000,
    },
  };
}
