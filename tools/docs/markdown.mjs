// Markdown as the documentation uses it: headings have the IDs that repository hosts give them.
import GithubSlugger from 'github-slugger';
import markdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';

/** Reads and renders one page; IDs are unique within it. */
export function createMarkdown() {
  let slugger = new GithubSlugger();
  const markdown = markdownIt({ html: true });
  markdown.core.ruler.before('normalize', 'fresh-slugs', () => {
    slugger = new GithubSlugger();
  });
  return markdown.use(anchor, {
    slugify: (text) => slugger.slug(text),
    // The slugger itself counts headings with the same text.
    uniqueSlugStartIndex: 0,
    permalink: anchor.permalink.headerLink({ safariReaderFix: true }),
    tabIndex: false,
    getTokensText: readText,
  });
}

/** The visible text of inline tokens. */
export function readText(tokens) {
  return tokens
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');
}

/** Headings as `{ level, id, text }`. */
export function listHeadings(tokens) {
  return tokens.flatMap((token, index) =>
    token.type === 'heading_open'
      ? [
          {
            level: Number(token.tag.slice(1)),
            id: token.attrGet('id') ?? '',
            text: readText(tokens[index + 1]?.children ?? []),
          },
        ]
      : [],
  );
}

/** Targets of links and images, in order. */
export function listTargets(tokens) {
  return tokens
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => {
      const target = token.type === 'link_open' ? token.attrGet('href') : token.attrGet?.('src');
      return target === null || target === undefined ? [] : [target];
    });
}

/** Texts below each heading, for a search: `{ id, heading, text }`; the first is the page itself. */
export function listSections(tokens) {
  const sections = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const heading = readText(tokens[index + 1]?.children ?? []);
      sections.push({ id: token.attrGet('id') ?? '', heading, text: '' });
      return;
    }
    const section = sections.at(-1);
    if (section === undefined || tokens[index - 1]?.type === 'heading_open') return;
    if (token.type === 'inline') section.text += ` ${readText(token.children ?? [])}`;
    if (token.type === 'fence') section.text += ` ${token.content}`;
  });
  return sections;
}
