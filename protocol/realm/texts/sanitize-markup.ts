// Markup in names and texts, without what could run code or imitate the page.
import { FilterXSS, type IFilterXSSOptions } from 'xss';

/** On every element. Compat: `class` and `id` are how themes find a logo in a realm's name. */
const ANYWHERE = ['class', 'dir', 'id', 'lang', 'title'];

const PLAIN_ELEMENTS =
  'abbr b bdi bdo big blockquote br caption center cite code dd del dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q rp rt ruby s samp small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var wbr'.split(
    ' ',
  );

/** Parts of a tag at most; a tag with more is text. The time for one grows with the square of its parts. */
const MOST_PARTS = 60;

const ALLOWED: IFilterXSSOptions = {
  onTag: (_tag, html) =>
    html.length > MOST_PARTS && html.split(/[\s=]/, MOST_PARTS + 1).length > MOST_PARTS
      ? html.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      : undefined,
  allowList: {
    ...Object.fromEntries(PLAIN_ELEMENTS.map((name) => [name, ANYWHERE])),
    a: [...ANYWHERE, 'href', 'rel', 'target'],
    img: [...ANYWHERE, 'alt', 'height', 'src', 'width'],
    font: [...ANYWHERE, 'color', 'face', 'size'],
  },
  allowCommentTag: false,
  css: false,
};

const filter = new FilterXSS({
  ...ALLOWED,
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
});

/** HTML: `<` begins a tag only before a letter, `/`, `!` or `?`. */
const prepare = (text: string): string => text.replaceAll('\0', '').replace(/<(?![a-z/!?])/gi, '&lt;');

/**
 * The markup with elements for text, links and images, and attributes that name and describe them. Everything else is
 * removed: scripts, styles, forms, event handlers, and addresses that run code.
 */
export function sanitizeMarkup(text: string): string {
  const left = filter.process(prepare(text));
  // What the library leaves in the place of an element that is not closed.
  return balance(text.includes('[removed]') ? left : left.replaceAll('[removed]', ''));
}

const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/gi;
const WITHOUT_END: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr']);

/** Closes what is open and drops ends without a beginning, so that nothing reaches what follows in the page. */
function balance(html: string): string {
  const open: string[] = [];
  const balanced = html.replace(TAG, (tag, slash: string, given: string) => {
    const name = given.toLowerCase();
    if (WITHOUT_END.has(name)) return slash === '' ? tag : '';
    if (slash === '') {
      open.push(name);
      return tag;
    }
    const start = open.lastIndexOf(name);
    return start === -1 ? '' : closeAll(open.splice(start));
  });
  return balanced + closeAll(open);
}

const closeAll = (names: readonly string[]): string =>
  names
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');

/** The elements and attributes that are removed, each once: `<script>`, `onclick`, `href="javascript:…"`. */
export function listRemovedMarkup(text: string): readonly string[] {
  const removed = new Set<string>();
  const inspector = new FilterXSS({
    ...ALLOWED,
    onIgnoreTag: (tag) => {
      removed.add(`<${tag}>`);
      return '';
    },
    onIgnoreTagAttr: (_tag, name) => {
      removed.add(name);
      return '';
    },
    onTagAttr: (tag, name, value, isAllowed) => {
      // An address that is removed leaves an attribute without a value.
      if (isAllowed && value.trim() !== '' && !filter.process(`<${tag} ${name}="${value}">`).includes('='))
        removed.add(`${name}="${value.slice(0, 30)}"`);
      return undefined;
    },
  });
  inspector.process(prepare(text));
  return [...removed];
}
