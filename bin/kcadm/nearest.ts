// Suggestions for a misspelt option or command.

/** How often each pair of neighbouring letters occurs. */
function countPairs(word: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let index = 0; index + 2 <= word.length; index++) {
    const pair = word.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function product(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  return [...a].reduce((sum, [pair, count]) => sum + count * (b.get(pair) ?? 0), 0);
}

/** Cosine similarity of the pairs of letters, 0 to 1. */
function similarity(one: string, other: string): number {
  const [a, b] = [countPairs(one.toLowerCase()), countPairs(other.toLowerCase())];
  const length = Math.sqrt(product(a, a) * product(b, b));
  return length === 0 ? 0 : product(a, b) / length;
}

const bare = (name: string): string => name.replace(/^-+/, '');

/** Candidates that share letters with the word, the most similar first; at most three. */
export function mostSimilar(word: string, candidates: readonly string[]): readonly string[] {
  return candidates
    .map((candidate) => ({ candidate, score: similarity(bare(word), bare(candidate)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/**
 * Compat: options that begin with the same two letters, or else the most similar ones. For a value that is attached
 * to a short option, as in -rdemo, that option.
 */
export function suggestOptions(argument: string, names: readonly string[]): readonly string[] {
  const short = argument.slice(0, 2);
  if (argument.length > 2 && short !== '--' && names.includes(short)) return [short];
  const start = bare(argument).slice(0, 2);
  const alike = start === '' ? [] : names.filter((name) => bare(name).startsWith(start));
  return alike.length > 0 ? [...alike].sort() : mostSimilar(argument, names);
}
