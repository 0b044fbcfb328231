// Builds the documentation as a static site: `npm run docs`, in out/docs or in `--output=FOLDER`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import Eleventy from '@11ty/eleventy';
import { checkLinks } from './checks/links.mjs';
import { configure, listSearchable } from './docs/site-config.mjs';
import { listFiles } from './files.mjs';
import { ROOT } from './paths.mjs';
import { runTool, say, ToolError } from './progress.mjs';

function readOutput() {
  const { values } = parseArgs({ options: { output: { type: 'string' } } });
  return resolve(values.output ?? join(ROOT, 'out/docs'));
}

/** Texts of the pages by path relative to docs/. */
function readPages(files) {
  const pages = files.filter((path) => path.startsWith('docs/') && path.endsWith('.md'));
  return Object.fromEntries(
    pages.map((path) => [path.slice('docs/'.length), readFileSync(join(ROOT, path), 'utf8')]),
  );
}

await runTool(async () => {
  const output = readOutput();
  process.chdir(ROOT);
  const files = listFiles();
  const broken = checkLinks(files);
  if (broken.length > 0) throw new ToolError('The documentation has broken links.', broken.join('\n'));
  rmSync(output, { recursive: true, force: true });
  const site = new Eleventy('docs', output, { configPath: false, config: configure, quietMode: true });
  await site.write();
  mkdirSync(join(output, 'assets'), { recursive: true });
  const pages = readPages(files);
  writeFileSync(join(output, 'assets/search.json'), JSON.stringify(listSearchable(pages)));
  say(`${Object.keys(pages).length} pages in ${output}`);
});
