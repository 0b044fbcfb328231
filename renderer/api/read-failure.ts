// Turns an error response of the admin API into a message and its problems.
import { ApiError, type Problem } from './api-error.ts';
import { explainProblem } from './known-problems.ts';

const byStatus: Readonly<Record<number, string>> = {
  401: 'You are no longer signed in. Reload the page to sign in again.',
  403: 'Your account is not allowed to do this. Sign in as an administrator of the master realm.',
  404: 'This no longer exists. Go back to the list.',
  409: 'Something with this name already exists. Choose another name.',
  413: 'The request is larger than the server accepts. Reduce its size.',
  502: 'The server is not responding. Check that it is running, then try again.',
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
  return byStatus[status] ?? `The server returned status ${status}. See Logs for the reason, then try again.`;
}

/** Creates the error for a response: the server's message, or one for its status. */
export function readFailure(status: number, body: string): ApiError {
  const answer = parse(body);
  const problems = problemsOf(answer);
  return new ApiError(status, describe(status, problems), {
    answer,
    problems: problems.map(explainProblem),
  });
}
