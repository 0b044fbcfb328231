// What the device asks of whoever keeps realms: a realm's attributes, where its rules and its answer key live.

/** Attributes of realms by name. */
export interface RealmAttributes {
  /** Undefined where the realm has no such attribute, or is not there. */
  find(realmName: string, attribute: string): string | undefined;
  /** Replaces the value by what `change` returns, undefined removes it; on disk when it resolves. Changes of one realm run one after another. */
  update(
    realmName: string,
    attribute: string,
    change: (value: string | undefined) => string | undefined,
  ): Promise<void>;
}
