// What the head of a page has from its theme: stylesheets, scripts, an icon, and what they may load.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import type { HtmlReplyOptions } from '#protocol/http/replies.ts';
import type { Theme } from '#protocol/themes/theme.ts';
import { STYLESHEET_PATH } from '../stylesheet.ts';
import { DARK_MODE_HASH, renderDarkMode } from './dark-mode.ts';
import { commonFilePath, themeFilePath } from './theme-files.ts';

/** Elements for the head of a page. */
export interface ThemeHead {
  /** Whether the page has no look but ours. */
  readonly isOurs: boolean;
  readonly elements: Html;
  /** Value of `color-scheme`. */
  readonly colorScheme: 'light' | 'light dark';
  /** What the theme adds to the policy of the page; undefined: nothing. */
  readonly policy: HtmlReplyOptions | undefined;
}

const link = (href: string): Html => html`<link rel="stylesheet" href="${href}">
`;

const NO_ICON = html`<link rel="icon" href="data:,">`;

/** Heads of pages without a theme, by the base path of their host. */
const ourHeads = new Map<string, ThemeHead>();
const MOST_HEADS = 100;

/** The head of a page without a theme. `basePath`: the path of the base URL, empty or `/auth`. */
export function ourHead(basePath: string): ThemeHead {
  const known = ourHeads.get(basePath);
  if (known !== undefined) return known;
  const head: ThemeHead = {
    isOurs: true,
    elements: html`${NO_ICON}
${link(basePath + STYLESHEET_PATH)}`,
    colorScheme: 'light dark',
    policy: undefined,
  };
  if (ourHeads.size < MOST_HEADS) ourHeads.set(basePath, head);
  return head;
}

/** Compat: stylesheets of a theme load fonts and images from where they like. */
const POLICY: HtmlReplyOptions = {
  styleSources: ["'unsafe-inline'", 'http:', 'https:', 'data:'],
  imageSources: ['http:', 'https:'],
  fontSources: ["'self'", 'data:', 'http:', 'https:'],
};

/** Compat: Keycloak's pages have a dark mode since version 26, unless the theme or the realm turns it off. */
function hasDarkMode({ realm }: RealmExchange, { properties }: Theme, isOurs: boolean): boolean {
  const wanted = properties['darkMode'] ?? String(isOurs);
  return wanted === 'true' && realm.attributes['darkMode'] !== 'false';
}

/** A theme without stylesheets and scripts has our look, with its icon. */
export function headOf(exchange: RealmExchange, theme: Theme): ThemeHead {
  const { styles, commonStyles, scripts, hasOurStylesheet, hasIcon } = theme;
  const { basePath } = exchange;
  const isOurs = styles.length + commonStyles.length + scripts.length === 0;
  const isDark = hasDarkMode(exchange, theme, isOurs);
  if (isOurs && isDark && !hasIcon) return ourHead(basePath);
  return {
    isOurs,
    colorScheme: isDark ? 'light dark' : 'light',
    elements: html`${hasIcon ? html`<link rel="icon" href="${themeFilePath(exchange, theme, 'img/favicon.ico')}">` : NO_ICON}
${hasOurStylesheet && link(basePath + STYLESHEET_PATH)}${commonStyles.map((path) => link(commonFilePath(exchange, theme, path)))}${styles.map((path) => link(themeFilePath(exchange, theme, path)))}${scripts.map(
  (path) => html`<script src="${themeFilePath(exchange, theme, path)}"></script>
`,
)}${!isOurs && isDark && renderDarkMode(theme)}`,
    policy: isOurs ? undefined : policyOf(theme, isDark),
  };
}

function policyOf({ scripts }: Theme, isDark: boolean): HtmlReplyOptions {
  return {
    ...POLICY,
    ...(scripts.length === 0 ? {} : { connectSources: ["'self'"] }),
    scriptSources: [...(scripts.length === 0 ? [] : ["'self'"]), ...(isDark ? [DARK_MODE_HASH] : [])],
  };
}
