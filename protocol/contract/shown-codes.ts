// Wire types of the one-time codes that users' devices show.

/** A code on a user's device, now on the realm's clock. */
interface ShownCodeWire {
  readonly code: string;
  /** `totp`: changes with time. `hotp`: changes with each use. */
  readonly type: 'totp' | 'hotp';
  /** What the user called the device; empty if nothing. */
  readonly label: string;
  /** ID of the credential. */
  readonly credentialId: string;
  /** When the device shows the next code: ISO 8601 on the realm's clock. Absent for `hotp`. */
  readonly expiresAt?: string;
  /** Whether the code was used already, so that the realm refuses it. Wait for the next one, or move the clock to `expiresAt`. */
  readonly used: boolean;
}

/** `GET /emulator/v1/realms/{realm}/users/{username}/otp`. */
export interface ShownCodesWire {
  /** One for each device, in the order of the user's credentials. */
  readonly codes: readonly ShownCodeWire[];
}
