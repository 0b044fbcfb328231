// Aliases of identity providers, which are parts of addresses.
import { text } from '../../texts/text.ts';

/** The problem of an alias; `taken`: those of other providers. */
export function checkAlias(alias: string, taken: ReadonlySet<string>): string | undefined {
  if (alias === '') return text('providers:alias.missing');
  if (/[\s/?#%\\]/.test(alias)) return text('providers:alias.characters');
  return taken.has(alias) ? text('providers:alias.taken') : undefined;
}
