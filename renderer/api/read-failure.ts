// Turns an error response of the admin API into a message and its problems.

import { type PlainKey, text } from '../texts/text.ts';
import { ApiError, type Problem } from './api-error.ts';
import { explainProblem, isKnownProblem } from './known-problems.ts';

const byStatus: Readonly<Record<number, PlainKey>> = {
  401: 'api:status.401',
  403: 'api:status.403',
  404: 'api:status.404',
  409: 'api:status.409',
  413: 'api:status.413',
  502: 'api:noAnswer',
};

function problemOf(message: string, { field, params }: Readonly<Record<string, unknown>>): Problem {
  return {
    ...(typeof field === 'string' ? { field } : {}),
    message,
    ...(Array.isArray(params) && params.length > 0 ? { params: params.map(String) } : {}),
  };
}

function problemsOf(value: unknown): readonly Problem[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = value as Record<string, unknown>;
  // A list says where each problem is; beside it, a description repeats all of them.
  const { errors } = members;
  const listed = Array.isArray(errors) ? errors.flatMap(problemsOf) : [];
  if (listed.length > 0) return listed;
  for (const name of ['errorMessage', 'error_description', 'error']) {
    const message = members[name];
    if (typeof message === 'string' && message !== '' && !message.startsWith('HTTP '))
      return [problemOf(message, members)];
  }
  return [];
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not JSON: the message is taken from the status.
    return undefined;
  }
}

function describe(status: number, problems: readonly Problem[]): string {
  const texts = problems.map((problem) => {
    const { message } = explainProblem(problem);
    return problem.field === undefined ? message : `${problem.field}: ${message}`;
  });
  if (texts.length > 0) return texts.join('; ').replaceAll('.; ', '. ');
  const known = byStatus[status];
  return known === undefined ? text('api:status.other', { status }) : text(known);
}

/** Creates the error for a response: the server's message, or one for its status. */
export function readFailure(status: number, body: string): ApiError {
  const answer = parse(body);
  const problems = problemsOf(answer);
  return new ApiError(status, describe(status, problems), {
    answer,
    problems: problems.map(explainProblem),
    isServerText: problems.some((problem) => !isKnownProblem(problem)),
  });
}
