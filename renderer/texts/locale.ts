// Numbers, names and lists as the shown language writes them. Instants: `ui/instant.ts`; durations: `ui/duration.ts`.
import { perLanguage, shownLanguage } from './text.ts';

const numbers = perLanguage(() => new Intl.NumberFormat(shownLanguage()));
const collator = perLanguage(
  () => new Intl.Collator(shownLanguage(), { numeric: true, sensitivity: 'base' }),
);

/** `2,000`; in German `2.000`. */
export const formatNumber = (value: number): string => numbers().format(value);

/** The order of names. */
export const compareNames = (left: string, right: string): number => collator().compare(left, right);
