// Wire types of clones: realms for single tests.

/** The body of `POST /emulator/v1/realms/{realm}/clones`; may be empty. */
export interface CloneRequestWire {
  /** Name of the new realm. Default: the template's name, a hyphen and random characters. */
  readonly name?: string;
  /** How many seconds the clone stays without any request: 1 to 86400, default 600. Every request to it renews its lease. */
  readonly ttlSeconds?: number;
  /** True: the clone is stored like an imported realm, and stays until it is deleted. */
  readonly persist?: boolean;
}

/** A new clone. */
export interface CloneWire {
  /** Its name. */
  readonly realm: string;
  readonly id: string;
  /** The realm that was cloned. */
  readonly template: string;
  readonly issuer: string;
  /** URL of the discovery document. */
  readonly discovery: string;
  /** Answers prompts of the clone's device without a token: the parameter `key` of `device/answer`. */
  readonly deviceKey: string;
  /** When the clone ends unless it is used, ISO 8601 on the machine's clock; absent with `persist`. */
  readonly expiresAt?: string;
}
