// Notes fields that a form has more than once.
import type { RealmExchange } from '#protocol/http/exchange.ts';

/** Names in the note at most. */
const MAX_NAMES = 10;

/** Compat: as in Keycloak, the first value counts. Attributes with several values are no fault. */
export function noteRepeatedFields({ form, activity }: Pick<RealmExchange, 'form' | 'activity'>): void {
  const { duplicates } = form;
  if (duplicates.length === 0) return;
  const names = duplicates.slice(0, MAX_NAMES).join(', ');
  const more = duplicates.length > MAX_NAMES ? ` and ${duplicates.length - MAX_NAMES} more` : '';
  activity.recordNote(
    'repeated-fields',
    `The form has more than one value for ${names}${more}. Where a field takes a single value, the first one was used.`,
  );
}
