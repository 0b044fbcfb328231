// The error that a failed request throws.

/** A problem that the server reported. */
export interface Problem {
  /** The member with the problem, if the server names one. */
  readonly field?: string;
  readonly message: string;
  /** Values that the message is about, such as a limit, behind the member. */
  readonly params?: readonly string[];
}

/** A failed request; `message` can be shown to users. */
export class ApiError extends Error {
  /** HTTP status; 0 if the response is missing or incomplete. */
  readonly status: number;
  /** The JSON body of the response, if any. */
  readonly answer: unknown;
  /** The problems that the server reported. */
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

/** The error of a request without a response. */
export function noAnswer(cause?: unknown): ApiError {
  return new ApiError(0, 'The server is not responding. Check that it is running, then try again.', {
    cause,
  });
}

/** How to have a refused request accepted, if the server says so. */
export function remedyOf(error: unknown): string | undefined {
  const answer: unknown = error instanceof ApiError ? error.answer : undefined;
  const remedy =
    typeof answer === 'object' && answer !== null && 'remedy' in answer ? answer.remedy : undefined;
  return typeof remedy === 'string' && remedy !== '' ? remedy : undefined;
}
