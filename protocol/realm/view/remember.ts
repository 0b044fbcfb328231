// Computes a value once per key and caches it.

/** A `Map` or `WeakMap`. */
interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** How many texts are cached per owner. */
const MAX_TEXTS = 64;

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

/** The cached value of a text, which comes from requests: at the limit all texts of the owner are dropped. */
export function rememberText<Owner extends object, Value extends object>(
  memory: WeakMap<Owner, Map<string, Value>>,
  owner: Owner,
  text: string,
  make: () => Value,
): Value {
  const byText = remember(memory, owner, () => new Map<string, Value>());
  if (byText.size >= MAX_TEXTS && !byText.has(text)) byText.clear();
  return remember(byText, text, make);
}
