// How values with an expiry are kept.

/** How the values of a kind are kept. */
export interface KindOptions {
  /** In memory, at most so many values are kept; the oldest are dropped first. */
  readonly capacity?: number;
  /**
   * Storing does not wait for the disk of a database, so that its crash may undo the last moments: for what people can
   * begin again. Values that are consumed are on disk all the same.
   */
  readonly mayBeLost?: boolean;
}
