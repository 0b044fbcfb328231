// HTML that administrators write in names and texts, without what could run code or imitate the page.
import { FilterXSS, type IFilterXSSOptions } from 'xss';
import { type Html, html, raw } from './html.ts';

/** On every element. Compat: `class` and `id` are how themes find a logo in a realm's name. */
const ANYWHERE = ['class', 'dir', 'id', 'lang', 'title'];

const PLAIN_ELEMENTS =
  'abbr b bdi bdo big blockquote br caption center cite code dd del dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr'.split(
    ' ',
  );

const OPTIONS: IFilterXSSOptions = {
  allowList: {
    ...Object.fromEntries(PLAIN_ELEMENTS.map((name) => [name, ANYWHERE])),
    a: [...ANYWHERE, 'href', 'rel', 'target'],
    img: [...ANYWHERE, 'alt', 'height', 'src', 'width'],
    font: [...ANYWHERE, 'color', 'face', 'size'],
  },
  // Elements that are not listed lose their tags; these lose their content as well.
  stripIgnoreTag: true,
  stripIgnoreTagBody: [
    'script',
    'style',
    'template',
    'noscript',
    'iframe',
    'svg',
    'math',
    'title',
    'textarea',
    'xmp',
  ],
  allowCommentTag: false,
  css: false,
};

const filter = new FilterXSS(OPTIONS);

/** Texts that were sanitized: a page has the same ones every time. */
const known = new Map<string, Html>();
const MOST_TEXTS = 500;
/** Longer texts are shown with their markup escaped. */
const MAX_LENGTH = 100_000;

/**
 * The text as HTML: elements for text, links and images, with attributes that name and describe them. Everything else
 * is removed: scripts, styles, forms, event handlers, and addresses that run code.
 */
export function sanitizeHtml(text: string): Html {
  if (!/[<&]/.test(text) || text.length > MAX_LENGTH) return html`${text}`;
  const found = known.get(text);
  if (found !== undefined) return found;
  const sanitized = raw(filter.process(text.replaceAll('\0', '')));
  if (known.size >= MOST_TEXTS) known.clear();
  known.set(text, sanitized);
  return sanitized;
}
