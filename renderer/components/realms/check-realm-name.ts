// Checks the name of a realm while it is typed; the server checks it again.

/** The problem of a name; undefined if there is none. `taken` are the names of the other realms. */
export function checkRealmName(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return 'Enter a name.';
  if (taken.includes(name)) return `There is a realm “${name}” already. Choose another name.`;
  if (/[\s/\\?#%&;:@"'<>[\]{}|^`~]/.test(name) || name === '.' || name === '..')
    return 'The name is part of every URL: use letters, digits, hyphens and underscores.';
  return undefined;
}
