// Values that are made once for a key and then remembered, mostly by the identity of what they were made from.

/** A map, weak or not. */
interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The remembered value of a key; made, and remembered, when there is none. */
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
