// What the guides for applications in the browser have in common: a page, and Vite as the development server.
import { type GuideFile, type GuideValues, lines } from '../guide.ts';

/** The page that loads the script. */
export function vitePage(script: string): GuideFile {
  const text = lines(
    '<!doctype html>',
    '<html lang="en">',
    '  <head>',
    '    <meta charset="utf-8" />',
    '    <title>Sign in</title>',
    '  </head>',
    '  <body>',
    '    <div id="app"></div>',
    `    <script type="module" src="/${script}"></script>`,
    '  </body>',
    '</html>',
  );
  return { name: 'index.html', text };
}

/** Serves the folder. */
export function viteCommand({ host, port }: GuideValues): string {
  return `npx vite --host ${host} --port ${port} --strictPort`;
}
