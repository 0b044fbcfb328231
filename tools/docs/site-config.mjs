// The documentation as a static site: pages from docs/, the list beside them from docs/README.md, and a search.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../paths.mjs';
import { createMarkdown, listHeadings, listSections } from './markdown.mjs';
import { listEntries } from './navigation.mjs';
import { toAddress, toSiteLink } from './site-links.mjs';

const DOCS = join(ROOT, 'docs');
/** Pages of the repository that are not in docs/ but belong to the documentation. */
const OTHER_PAGES = ['CHANGELOG.md', 'CONTRIBUTING.md'];

/** Path of a page in the repository, with forward slashes. */
const pathOf = ({ other, page }) => other ?? page.inputPath.replace(/^\.\//, '');

/** Address of a page, relative to the site. */
const addressOf = (data) => toAddress(pathOf(data).replace(/^docs\//, ''));

/** Markdown with links that lead to other pages of the site. */
function createSiteMarkdown() {
  const markdown = createMarkdown();
  const plain =
    markdown.renderer.rules.link_open ??
    ((tokens, index, options, _, self) => self.renderToken(tokens, index, options));
  markdown.renderer.rules.link_open = (tokens, index, options, environment, self) => {
    const href = tokens[index].attrGet('href');
    if (href !== null) tokens[index].attrSet('href', toSiteLink(href, pathOf(environment), OTHER_PAGES));
    return plain(tokens, index, options, environment, self);
  };
  // Wide tables scroll, by keyboard too.
  markdown.renderer.rules.table_open = () =>
    '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>';
  markdown.renderer.rules.table_close = () => '</table></div>';
  const fence = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (...parts) => fence(...parts).replace('<pre>', '<pre tabindex="0">');
  return markdown;
}

function describePage(path, text) {
  const tokens = createMarkdown().parse(text, {});
  return {
    url: toAddress(path),
    title: listHeadings(tokens)[0]?.text ?? path,
    sections: listSections(tokens),
  };
}

/** Configures a build of the site. */
export function configure(config) {
  const markdown = createSiteMarkdown();
  config.setLibrary('md', markdown);
  config.addGlobalData('layout', 'page.njk');
  // Pages show the braces of template languages as examples.
  config.addGlobalData('templateEngineOverride', 'md');
  config.addGlobalData('entries', () =>
    listEntries(readFileSync(join(DOCS, 'README.md'), 'utf8'), toAddress),
  );
  config.addGlobalData('eleventyComputed', {
    permalink: addressOf,
    address: addressOf,
    title: (data) => describePage('', data.page.rawInput ?? '').title,
    root: (data) => relative(dirname(addressOf(data)), '.').replaceAll('\\', '/') || '.',
  });
  for (const name of OTHER_PAGES)
    config.addTemplate(name, readFileSync(join(ROOT, name), 'utf8'), { other: name });
  config.addPassthroughCopy({
    'docs/images': 'images',
    [join(import.meta.dirname, 'site/assets')]: 'assets',
  });
  config.addPassthroughCopy({ 'node_modules/minisearch/dist/es/index.js': 'assets/minisearch.js' });
  config.setIncludesDirectory(relative(DOCS, join(import.meta.dirname, 'site')));
  config.setTemplateFormats(['md']);
}

/** What the search finds: `{ id, page, heading, text }`, where `id` is the address relative to the site. */
export function listSearchable(pages) {
  return Object.entries(pages).flatMap(([path, text]) => {
    const { url, title, sections } = describePage(path, text);
    return sections.map(({ id, heading, text: body }) => ({
      id: `${url}#${id}`,
      page: title,
      heading,
      text: body.trim(),
    }));
  });
}
