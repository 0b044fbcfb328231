// Messages for rejected values of the profile.
import type { ProfileFault } from '#protocol/realm/profile/check-profile.ts';
import type { PageMessage } from '../texts/message.ts';

/** Compat: pages name what is missing where Keycloak has a text for it. */
const MISSING: ReadonlyMap<string, string> = new Map([
  ['Please specify username.', 'missingUsernameMessage'],
  ['Please specify email.', 'missingEmailMessage'],
  ['Please specify first name.', 'missingFirstNameMessage'],
  ['Please specify last name.', 'missingLastNameMessage'],
]);

/** The message's first value is the attribute, as in Keycloak. */
export function messageOfFault({ key, params, text, field, kind }: ProfileFault): PageMessage {
  const shown = [field, ...params];
  if (kind === 'missing') return { key: MISSING.get(text) ?? key, params: shown, text };
  // Compat: our text for a size without an upper end.
  const isOpen = key === 'error-invalid-multivalued-size' && params[1] === '';
  return { key: isOpen ? 'understudy.tooFewValues' : key, params: shown, text };
}
