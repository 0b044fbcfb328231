// Reads what a store lists in batches, for callers that need all of it at once.

/** All items that fit, in the order in which they are read. */
export async function collect<Item>(
  items: AsyncIterable<Item>,
  fits: (item: Item) => boolean = () => true,
): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) if (fits(item)) found.push(item);
  return found;
}
