/** How a mail server is reached. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`ssl`). */
  readonly isSecure: boolean;
  /** TLS where the server offers it (`starttls`). */
  readonly usesStartTls: boolean;
  readonly credentials:
    | {
        readonly user: string;
        readonly password: string;
      }
    | undefined;
  /** Milliseconds, for connecting and for each answer. */
  readonly connectionTimeoutMs: number;
  readonly timeoutMs: number;
  readonly from: Mailbox;
  readonly replyTo: Mailbox | undefined;
  /** The address to which messages that cannot be delivered return; undefined: that of `from`. */
  readonly envelopeFrom: string | undefined;
}
/** A name, which may be empty, and an address. */
interface Mailbox {
  readonly name: string;
  readonly address: string;
}
export type SmtpSettingsResult =
  | {
      readonly settings: SmtpSettings;
    }
  /** A sentence that names the member and the remedy. */
  | {
      readonly problem: string;
    };
/** Compat: names and forms of the members as in Keycloak. */
export declare function readSmtpSettings(value: unknown): SmtpSettingsResult;
