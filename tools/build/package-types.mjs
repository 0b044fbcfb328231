// Copies the types of what the npm package exports, and of what they import.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** `from '…'` and `import('…')` of this repository's own files. */
const OWN_IMPORT = /(\bfrom |\bimport\()'((?:\.{1,2}\/|#protocol\/)[^']+)\.ts'/g;

/**
 * @param types folder of the compiler's declarations, laid out as the sources.
 * @param entries sources relative to the root: `fixtures/test/entry.ts`.
 * @param target folder that gets the same layout, with imports that need no mapping.
 */
export function copyTypes(types, entries, target) {
  const waiting = entries.map((entry) => entry.replace(/\.ts$/, ''));
  const copied = new Set();
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (copied.has(path)) continue;
    copied.add(path);
    const text = readFileSync(join(types, `${path}.d.ts`), 'utf8');
    const rewritten = text.replace(OWN_IMPORT, (_all, before, specifier) => {
      const imported = specifier.startsWith('#')
        ? specifier.slice(1)
        : join(dirname(path), specifier).replaceAll('\\', '/');
      waiting.push(imported);
      const from = relative(dirname(path), imported).replaceAll('\\', '/');
      return `${before}'${from.startsWith('.') ? from : `./${from}`}.js'`;
    });
    const file = join(target, `${path}.d.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, rewritten);
  }
}
