// The choice of a language in the header of pages: a list for browsers with scripts, links for all others.
import { createHash } from 'node:crypto';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type Html, html, raw } from '#protocol/http/html.ts';
import { listLocales, localeName } from '#protocol/realm/view/locales.ts';
import { type PageTexts, pageUrlOf, themeOf } from './texts/page-texts.ts';

/** Compat: choosing goes to the page in that language at once. */
const SCRIPT = `(() => {
  const list = document.getElementById('login-select-toggle');
  list.addEventListener('change', () => { if (list.value !== '') location.assign(list.value); });
  list.hidden = false;
})();`;

export const SWITCH_SCRIPT_HASH: string = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

interface Language {
  readonly tag: string;
  readonly name: string;
  readonly url: string;
  readonly isShown: boolean;
}

/** Compat: sorted by their names. */
function listLanguages(exchange: RealmExchange, { locale }: PageTexts): readonly Language[] {
  const tags = listLocales(exchange.realm);
  const url = tags.length < 2 ? undefined : pageUrlOf(exchange);
  if (url === undefined) return [];
  const separator = url.endsWith('?') ? '' : '&';
  return tags
    .map((tag) => ({
      tag,
      name: localeName(tag),
      url: `${url}${separator}kc_locale=${encodeURIComponent(tag)}`,
      isShown: tag === locale,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Compat: IDs of the pages of `keycloak.v2`; a list with links for browsers without scripts. */
function renderList(texts: PageTexts, languages: readonly Language[]): Html {
  const label = texts.say('languages');
  return html`<div class="${texts.classes.languages}"><span class="${texts.classes.inputWrapper}"><select id="login-select-toggle" aria-label="${label}" autocomplete="off" hidden>
${!languages.some(({ isShown }) => isShown) && html`<option value="" selected>${localeName(texts.locale)}</option>`}${languages.map(
  ({
    tag,
    name,
    url,
    isShown,
  }) => html`<option value="${url}" lang="${tag}" ${isShown && html`selected`}>${name}</option>
`,
)}</select></span>${raw(`<script>${SCRIPT}</script>`)}
<noscript><nav aria-label="${label}"><ul>${languages.map(
    ({
      tag,
      name,
      url,
      isShown,
    }) => html`<li><a href="${url}" lang="${tag}" hreflang="${tag}" ${isShown && html`aria-current="true"`}>${name}</a></li>
`,
  )}</ul></nav></noscript></div>`;
}

/** Compat: IDs of the pages of `base`; the menu opens when it has the pointer or the focus. */
function renderMenu({ classes, say, locale }: PageTexts, languages: readonly Language[]): Html {
  const shown = languages.find(({ isShown }) => isShown);
  return html`<div id="kc-locale" class="${classes.languages}"><nav id="kc-locale-wrapper" aria-label="${say('languages')}"><div id="kc-locale-dropdown" class="menu-button-links ${classes.languageMenu}">
<button type="button" id="kc-current-locale-link" aria-controls="language-switch1" lang="${shown?.tag ?? locale}">${shown?.name ?? localeName(locale)}</button>
<ul id="language-switch1" class="${classes.languageList}">${languages.map(
    (
      { tag, name, url, isShown },
      index,
    ) => html`<li class="${classes.languageItem}"><a id="language-${index + 1}" href="${url}" lang="${tag}" hreflang="${tag}" ${isShown && html`aria-current="true"`} class="${classes.language}">${name}</a></li>
`,
  )}</ul></div></nav></div>`;
}

/** Undefined if there is no choice. */
export function renderLanguages(exchange: RealmExchange, texts: PageTexts): Html | undefined {
  const languages = listLanguages(exchange, texts);
  if (languages.length === 0) return undefined;
  return themeOf(exchange).structure === 'base' ? renderMenu(texts, languages) : renderList(texts, languages);
}
