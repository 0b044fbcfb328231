// Repeatable random choices: the same seed gives the same sequence.

/** FNV-1a, 32 bits. */
function hashText(text) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** A generator (mulberry32); the seed is any string or number. */
export function createRandom(seed) {
  let state = hashText(String(seed));
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(next() * count);
  return {
    /** An integer from 0 to `count` - 1. */
    below,
    /** True once in `count` calls on average. */
    oneIn: (count) => below(count) === 0,
    pick: (list) => list[below(list.length)],
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}
