// Checks that every relative link in the documentation leads to a file, and its anchor to a heading there.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { createMarkdown, listHeadings, listTargets } from '../docs/markdown.mjs';
import { ROOT } from '../paths.mjs';

const ELSEWHERE = /^[a-z][a-z0-9+.-]*:/i;

/** What is wrong with one link; undefined if nothing is. */
function describeFault(path, target, parsed, exists) {
  if (ELSEWHERE.test(target)) return undefined;
  const [file = '', anchor] = decodeURI(target).split('#');
  const found = file === '' ? path : normalize(join(dirname(path), file));
  const tokens = parsed.get(found);
  if (tokens === undefined)
    return exists(found) ? undefined : `${path}: links to ${target}, which does not exist`;
  if (anchor === undefined || listHeadings(tokens).some(({ id }) => id === anchor)) return undefined;
  return `${path}: links to ${target}, but ${found} has no such heading`;
}

/** What is wrong with the links of some pages, one line each. `pages`: text by path; `exists`: for other files. */
export function findBrokenLinks(pages, exists) {
  const markdown = createMarkdown();
  const parsed = new Map(Object.entries(pages).map(([path, text]) => [path, markdown.parse(text, {})]));
  return [...parsed].flatMap(([path, tokens]) =>
    listTargets(tokens)
      .map((target) => describeFault(path, target, parsed, exists))
      .filter((fault) => fault !== undefined),
  );
}

/** Faults, one line each. */
export function checkLinks(files) {
  const read = (path) => [path, readFileSync(join(ROOT, path), 'utf8')];
  const pages = Object.fromEntries(files.filter((path) => path.endsWith('.md')).map(read));
  return findBrokenLinks(pages, (path) => existsSync(join(ROOT, path)));
}
