// Puts a refusal of the server beside the field that it names.
import type { Field } from './field.ts';

/** The member that a message names as a word of its own, with or without what holds it (`attributes.cibaInterval must be …`). */
export function findNamedMember(fields: readonly Field[], message: string): string | undefined {
  const words = message
    .split(/[\s,:;"'“”()]+/)
    .map((word) => word.replace(/^(attributes|config)\./, '').replace(/\.$/, ''));
  const named = fields.filter(({ member }) => words.includes(member));
  // A message that names several says something about how they go together.
  return named.length === 1 ? named[0]?.member : undefined;
}
