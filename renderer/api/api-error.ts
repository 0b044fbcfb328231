// The error of a failed request.

/** One fault that the server found. */
export interface Problem {
  /** The member that it is about, where the server names one. */
  readonly field?: string;
  readonly message: string;
}

/** A request that failed; `message` is for people. */
export class ApiError extends Error {
  /** HTTP status; 0 when the answer is missing or incomplete. */
  readonly status: number;
  /** The answer's body as JSON; undefined if the answer has none. */
  readonly answer: unknown;
  /** The faults that the server found. */
  readonly problems: readonly Problem[];

  constructor(
    status: number,
    message: string,
    details?: ErrorOptions & { readonly answer?: unknown; readonly problems?: readonly Problem[] },
  ) {
    super(message, details);
    this.name = 'ApiError';
    this.status = status;
    this.answer = details?.answer;
    this.problems = details?.problems ?? [];
  }
}

/** The failure of a request without an answer. */
export function noAnswer(cause?: unknown): ApiError {
  return new ApiError(0, 'The server does not answer. Check that it still runs, then try again.', { cause });
}
