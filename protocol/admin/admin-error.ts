// Refusals of the admin API: a status and the body that Keycloak's clients expect with it.
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';

/** A refusal; every text in `body` is safe to send. */
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

/** 409 `{errorMessage}`: something of that name exists. */
export function conflict(errorMessage: string): AdminError {
  return new AdminError(409, { errorMessage });
}

/** 400 `{errorMessage}`: a rule of the realm forbids it. */
export function invalid(errorMessage: string): AdminError {
  return new AdminError(400, { errorMessage });
}

/** 400 `{error}`: the request itself lacks something. */
export function badRequest(error: string): AdminError {
  return new AdminError(400, { error });
}

/** 400 for a member of the wrong type; `problem` names it and what it must be. */
export function unreadable(problem: string): AdminError {
  return new AdminError(400, {
    error: 'unknown_error',
    error_description: `Cannot parse the JSON: ${problem}`,
  });
}

/** 403: who asks is known and may not. */
export function forbidden(): AdminError {
  return new AdminError(403, { error: 'HTTP 403 Forbidden' });
}

/** 401: no token, or one that does not hold. */
export function unauthorized(): AdminError {
  return new AdminError(401, { error: 'HTTP 401 Unauthorized' });
}
