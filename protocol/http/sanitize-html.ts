// HTML that administrators write in names and texts, for pages.
import { sanitizeMarkup } from '#protocol/realm/texts/sanitize-markup.ts';
import { type Html, html, raw } from './html.ts';

/** Texts that were sanitized: a page has the same ones every time. */
const known = new Map<string, Html>();
const MOST_TEXTS = 500;
/** Longer texts are shown with their markup escaped. */
const MAX_LENGTH = 20_000;

/** The text as HTML, without what could run code or imitate the page. */
export function sanitizeHtml(text: string): Html {
  if (!/[<&]/.test(text) || text.length > MAX_LENGTH) return html`${text}`;
  const found = known.get(text);
  if (found !== undefined) return found;
  const sanitized = raw(sanitizeMarkup(text));
  if (known.size >= MOST_TEXTS) known.clear();
  known.set(text, sanitized);
  return sanitized;
}
