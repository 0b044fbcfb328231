// Objects of a realm file that may have any members: read by the rules that use them, and written back as they were.

/** An object with every member that it ever had. */
export type KeptObject = Readonly<Record<string, unknown>>;

export function isKeptObject(value: unknown): value is KeptObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; a realm file may contain anything else, which is passed over. */
export function listKept(owner: KeptObject, member: string): readonly KeptObject[] {
  const list = owner[member];
  return Array.isArray(list) ? list.filter(isKeptObject) : [];
}
