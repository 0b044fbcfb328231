// What every protocol says of a refusal, whatever its errors look like on the wire.

/** Why a request is refused: what the caller is told apart from what whoever runs the server is told. */
export interface Refusal {
  /** From the protocol's closed table: `invalid_grant`, `invalid_signature`. */
  readonly code: string;
  /** Safe to send to the caller. */
  readonly description: string;
  /** In plain words, for Activity, error pages shown to the operator, and the debug log. */
  readonly reason: string;
  /** Section of the specification. */
  readonly section: string;
  /** Names the setting and the value that would accept the request; for the operator only. */
  readonly remedy: string | undefined;
}
