// The error that a failed request throws.
import { text } from '../texts/text.ts';

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
  /** Whether the message has words of the server, which are English. */
  readonly isServerText: boolean;

  constructor(
    status: number,
    message: string,
    details?: ErrorOptions & Partial<Pick<ApiError, 'answer' | 'problems' | 'isServerText'>>,
  ) {
    super(message, details);
    this.name = 'ApiError';
    this.status = status;
    this.answer = details?.answer;
    this.problems = details?.problems ?? [];
    this.isServerText = details?.isServerText ?? false;
  }
}

/** The error of a request without a response. */
export function noAnswer(cause?: unknown): ApiError {
  return new ApiError(0, text('api:noAnswer'), { cause });
}

/** An error with words of the server. */
export function fromServer(message: string): Error {
  return Object.assign(new Error(message), { isServerText: true });
}

/** The error with the name of what it is about. */
export function withSubject(name: string, error: Error): Error {
  const isServerText = error instanceof ApiError && error.isServerText;
  return Object.assign(new Error(`${name}: ${error.message}`), { isServerText });
}

/** How to have a refused request accepted, if the server says so. */
export function remedyOf(error: unknown): string | undefined {
  const answer: unknown = error instanceof ApiError ? error.answer : undefined;
  const remedy =
    typeof answer === 'object' && answer !== null && 'remedy' in answer ? answer.remedy : undefined;
  return typeof remedy === 'string' && remedy !== '' ? remedy : undefined;
}
