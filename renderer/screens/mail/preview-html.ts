// Prepares the HTML of a message for its sandboxed frame. The frame inherits the console's
// Content-Security-Policy, so that scripts, frames and remote files are refused by the browser itself.

/** What would lead the frame or its links elsewhere, and what would load files. */
const REMOVED = 'base, link, meta, script';
const LINK_SCHEMES = /^(?:https?|mailto):/i;

/** `style` attributes as rules of a style sheet: the policy accepts only styles with its nonce. */
function styleRules(page: Document): string {
  const scratch = document.createElement('span');
  const rules = [...page.querySelectorAll('[style]')].map((element, place) => {
    scratch.style.cssText = element.getAttribute('style') ?? '';
    element.removeAttribute('style');
    element.setAttribute('data-style', String(place));
    return `[data-style="${place}"] { ${scratch.style.cssText} }`;
  });
  return rules.join('\n');
}

/** Links open beside the console; other schemes than those of the Web and of mail lead nowhere. */
function prepareLinks(page: Document): void {
  for (const link of page.querySelectorAll('a, area')) {
    if (!LINK_SCHEMES.test(link.getAttribute('href') ?? '')) link.removeAttribute('href');
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
}

/** The document for the frame. `nonce`: that of the console's styles. */
export function previewHtml(html: string, nonce: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(REMOVED)) element.remove();
  prepareLinks(page);
  const rules = styleRules(page);
  const own = page.createElement('style');
  own.textContent = `body { font: 14px/22px system-ui, sans-serif; margin: 12px; overflow-wrap: anywhere; }`;
  const attributes = page.createElement('style');
  attributes.textContent = rules;
  page.head.prepend(own);
  page.head.append(attributes);
  for (const style of page.querySelectorAll('style')) style.setAttribute('nonce', nonce);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
