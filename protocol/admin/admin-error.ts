// Errors of the admin API: a status and the body that Keycloak's clients expect.
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';

/** Every text in `body` is safe to send. */
export class AdminError extends Error {
  readonly status: number;
  readonly body: AdminErrorWire;

  constructor(status: number, body: AdminErrorWire) {
    super(`${status} ${body.errorMessage ?? body.error_description ?? body.error ?? ''}`);
    this.name = 'AdminError';
    this.status = status;
    this.body = body;
  }
}

/** 404 `{error}`. */
export function notFound(error: string): AdminError {
  return new AdminError(404, { error });
}

/** 409 `{errorMessage}`: the name is already in use. */
export function conflict(errorMessage: string): AdminError {
  return new AdminError(409, { errorMessage });
}

/** 400 `{errorMessage}`: a value that the realm's rules do not allow. */
export function invalid(errorMessage: string): AdminError {
  return new AdminError(400, { errorMessage });
}

/** 400 `{error}`: a malformed or incomplete request. */
export function badRequest(error: string): AdminError {
  return new AdminError(400, { error });
}

/** 400 for a member of the wrong type; `problem` names the member and the expected type. */
export function unreadable(problem: string): AdminError {
  return new AdminError(400, {
    error: 'unknown_error',
    error_description: `Cannot parse the JSON: ${problem}`,
  });
}

/** 403: the caller is authenticated but lacks permission. */
export function forbidden(): AdminError {
  return new AdminError(403, { error: 'HTTP 403 Forbidden' });
}

/** 401: the token is missing or invalid. */
export function unauthorized(): AdminError {
  return new AdminError(401, { error: 'HTTP 401 Unauthorized' });
}
