// A request that is refused before any protocol rule applies: malformed, too large, misdirected.

export interface RequestFaultDetails {
  /** Response headers by lowercase name, e.g. `allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How to fix it; for Activity and the debug log only. */
  readonly remedy?: string;
  /** Section of the specification, e.g. `RFC 9110 §15.5.6`. */
  readonly section?: string;
  readonly cause?: unknown;
}

/** `code` is sent as `error`, `description` as `error_description`; both are safe to send. RFC 9110 §15.5. */
export class RequestFault extends Error {
  readonly status: number;
  readonly code: string;
  readonly description: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly remedy: string | undefined;
  readonly section: string | undefined;

  constructor(status: number, code: string, description: string, details: RequestFaultDetails = {}) {
    super(`${status} ${code}: ${description}`, { cause: details.cause });
    this.name = 'RequestFault';
    this.status = status;
    this.code = code;
    this.description = description;
    this.headers = details.headers ?? {};
    this.remedy = details.remedy;
    this.section = details.section;
  }
}
