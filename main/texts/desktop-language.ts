// Which language the desktop speaks: that of the system until the window names its own.
import { DESKTOP_LANGUAGES, type DesktopLanguage } from '../bridge/channels.ts';
import type { DesktopTexts } from './desktop-texts.ts';
import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';

const TEXTS: Readonly<Record<DesktopLanguage, DesktopTexts>> = { en: ENGLISH, de: GERMAN };

let shown: DesktopLanguage = 'en';
const listeners = new Set<() => void>();

/** The texts of the language that is shown. */
export const desktopTexts = (): DesktopTexts => TEXTS[shown];

/** Shows another language, and calls the listeners if it is one. */
export function showDesktopLanguage(language: DesktopLanguage): void {
  if (language === shown) return;
  shown = language;
  for (const listener of listeners) listener();
}

/** Calls `listener` when the language has changed. */
export function onDesktopLanguage(listener: () => void): void {
  listeners.add(listener);
}

/** The first language that the desktop has, of those that the system prefers; else English. */
export function matchDesktopLanguage(preferred: readonly string[]): DesktopLanguage {
  const bases = preferred.map((tag) => tag.toLowerCase().split('-')[0]);
  return bases.flatMap((base) => DESKTOP_LANGUAGES.find((language) => language === base) ?? [])[0] ?? 'en';
}
