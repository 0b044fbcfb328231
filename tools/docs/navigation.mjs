// The list beside every page: headings and links of docs/README.md.
import { createMarkdown, readText } from './markdown.mjs';

/** Groups as `{ title, links: [{ title, url }] }`. A link to another site or to a part of a page is left out; pages
 * beside docs/ are at the root of the site. */
export function listEntries(readme, urlOf) {
  const tokens = createMarkdown().parse(readme, {});
  const groups = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open' && token.tag === 'h2')
      groups.push({ title: readText(tokens[index + 1]?.children ?? []), links: [] });
    if (token.type !== 'inline' || tokens[index - 1]?.type === 'heading_open') return;
    const link = token.children?.findIndex(({ type }) => type === 'link_open') ?? -1;
    const href = token.children?.[link]?.attrGet('href') ?? '';
    if (!href.includes('.md') || href.includes('#')) return;
    const end = token.children.findIndex(({ type }, place) => place > link && type === 'link_close');
    groups.at(-1)?.links.push({
      title: readText(token.children.slice(link, end)),
      url: urlOf(href.replace(/^\.\.\//, '')),
    });
  });
  return groups.filter(({ links }) => links.length > 0);
}
