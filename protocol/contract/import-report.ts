// The import report, on the wire and in the log: settings of a realm that have no effect here.

/** One setting without effect, in one place or in several. */
export interface IneffectiveSettingWire {
  /**
   * Where it is: `registrationAllowed`, `clients[web].attributes.login_theme`. A `*` stands for the `names` of
   * several places.
   */
  readonly path: string;
  /** What it is set to, shortened; absent if it is secret, an object, or not the same everywhere. */
  readonly value?: string;
  /** In how many places it is, if in more than one. */
  readonly count?: number;
  /** The first of these places by name. */
  readonly names?: readonly string[];
  /** What happens instead. */
  readonly message: string;
}

/** `GET /emulator/v1/realms/{realm}/import-report`. */
export interface ImportReportWire {
  readonly realm: string;
  readonly settings: readonly IneffectiveSettingWire[];
}
