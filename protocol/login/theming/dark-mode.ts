// The class with which stylesheets for Keycloak's pages find out that the browser prefers dark colours.
import { createHash } from 'node:crypto';
import { escapeHtml, type Html, html, raw } from '#protocol/http/html.ts';
import type { Theme } from '#protocol/themes/theme.ts';

/** The class is that of the script's element, so that the script is the same for every theme. */
const SCRIPT = `(() => {
  const names = document.currentScript.dataset.names.split(' ');
  const query = window.matchMedia('(prefers-color-scheme: dark)');
  const show = () => names.forEach((name) => document.documentElement.classList.toggle(name, query.matches));
  query.addEventListener('change', show);
  show();
})();`;

export const DARK_MODE_HASH: string = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

/** Compat: `kcDarkModeClass` of `theme.properties`. */
export function renderDarkMode({ properties }: Theme): Html {
  const names = (properties['kcDarkModeClass'] ?? '').split(/\s+/).filter((name) => name !== '');
  if (names.length === 0) return html``;
  return raw(`<script data-names="${escapeHtml(names.join(' '))}">${SCRIPT}</script>`);
}
