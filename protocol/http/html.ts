// HTML that is escaped by construction: a template tag that knows where in the markup each value lands.
import { type Hole, readHoles } from './html-holes.ts';

/** A piece of escaped HTML. Only this file creates it. */
export class Html {
  readonly #text: string;

  /** @internal Use the `html` tag or `raw`. */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Values allowed in a template: text and numbers are escaped; false, null and undefined render nothing. */
export type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const NEEDS_ESCAPE = /[&<>"']/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches NUL on purpose
const NEEDS_NOTHING = /^[^&<>"'\u0000\ud800-\udfff]*$/;

/** For element content and quoted attributes. NUL and lone surrogates, invalid in HTML, become U+FFFD. */
export function escapeHtml(text: string): string {
  if (NEEDS_NOTHING.test(text)) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches NUL on purpose
  const valid = text.replace(/[\u0000\p{Surrogate}]/gu, '\uFFFD');
  return NEEDS_ESCAPE.test(valid)
    ? valid.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
    : valid;
}

function render(value: HtmlValue): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.toString();
  return value.map(render).join('');
}

/** Schemes that run code or show foreign content under our origin. */
const DANGEROUS_URL = /^(?:javascript|data|vbscript):/;

function renderUrl(value: HtmlValue): string {
  const text = render(value);
  // Browsers ignore control characters and spaces before and inside a scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  const compact = text.replace(/[\u0000-\u0020]/g, '').toLowerCase();
  return DANGEROUS_URL.test(compact) ? 'about:blank#blocked' : text;
}

function renderHole(hole: Hole | undefined, value: HtmlValue): string {
  switch (hole) {
    case 'text':
      return render(value);
    case 'url':
    case 'attribute':
      if (value instanceof Html || Array.isArray(value))
        throw new TypeError('an attribute takes text, not markup');
      return hole === 'url' ? renderUrl(value) : render(value);
    case 'tag':
      if (typeof value === 'string' || typeof value === 'number')
        throw new TypeError('between attributes only html`…` is allowed');
      return render(value);
    default:
      throw new TypeError(`values are not allowed here: ${hole}`);
  }
}

/**
 * The HTML template tag. Values may appear in element content and quoted attributes; at the start of `href`,
 * `action` and the like `javascript:` is blocked. Between attributes only HTML is allowed: `${isFirst &&
 * html`autofocus`}`.
 * @throws {TypeError} for a value anywhere else: unquoted attribute, tag name, comment, script, style, event
 * handler.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const holes = readHoles(strings);
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    text += renderHole(holes[index], value) + (strings[index + 1] ?? '');
  }
  return new Html(text);
}

/** Trusted constant markup, not escaped. Never use it for external input. */
export function raw(constant: string): Html {
  return new Html(constant);
}
