// Access to realm attributes, where the device stores its rules and its answer key.

export interface RealmAttributes {
  /** Undefined if the realm or the attribute does not exist. */
  find(realmName: string, attribute: string): string | undefined;
  /** Stores the result of `change`; undefined removes the value. Serialized; on disk when it resolves. */
  update(
    realmName: string,
    attribute: string,
    change: (value: string | undefined) => string | undefined,
  ): Promise<void>;
}
