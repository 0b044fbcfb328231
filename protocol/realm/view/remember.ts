// Computes a value once per key and caches it.

/** A `Map` or `WeakMap`. */
interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The cached value of a key, computed when missing. */
export function remember<Key, Value extends object>(
  memory: Memory<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
}
