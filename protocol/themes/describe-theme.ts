// What there is to say about a theme in an import report.
import { formatMessage } from '#protocol/realm/texts/message-format.ts';
import type { Theme, ThemeTexts } from './theme.ts';

const MOST_NAMES = 10;

function listNames(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** As many values as the texts of pages have at most. */
const VALUES = Array.from({ length: 10 }, () => '');

function findBrokenTexts({ texts, place }: ThemeTexts): readonly string[] {
  const broken = Object.entries(texts).flatMap(([key, pattern]) => {
    const { problem } = formatMessage(pattern, VALUES);
    return problem === undefined ? [] : [`${key} (${problem})`];
  });
  return broken.length === 0
    ? []
    : [
        `Broken texts in ${place} are not shown: ${listNames(broken)}. A placeholder is {0}; write other braces as '{'.`,
      ];
}

function findWrongLocales({ name, locales }: Theme): readonly string[] {
  const wrong = locales.filter((tag) => !isLanguageTag(tag));
  return wrong.length === 0
    ? []
    : [`locales of theme ${name} names ${listNames(wrong)}. A language is a tag like de or pt-BR.`];
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function describeTemplates({ templates }: Theme): readonly string[] {
  return templates.length === 0
    ? []
    : [
        `FreeMarker templates are not run: ${listNames(templates)}. Understudy’s own pages are shown, with the styles, scripts and texts of the theme.`,
      ];
}

/** Faults, and what has no effect, a sentence each. */
export function describeTheme(theme: Theme): readonly string[] {
  return [
    ...theme.problems,
    ...describeTemplates(theme),
    ...findWrongLocales(theme),
    ...theme.texts.flatMap(findBrokenTexts),
  ];
}
