// Checks the name of a realm while it is typed; the server checks it again.
import { text } from '../../texts/text.ts';

/** The problem of a name; undefined if there is none. `taken` are the names of the other realms. */
export function checkRealmName(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return text('realmDialogs:name.missing');
  if (taken.includes(name)) return text('realmDialogs:name.taken', { realm: name });
  if (/[\s/\\?#%&;:@"'<>[\]{}|^`~]/.test(name) || name === '.' || name === '..')
    return text('realmDialogs:name.characters');
  return undefined;
}
