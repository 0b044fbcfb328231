// Why the test kit refuses a request, and what would accept it.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';

export class KitError extends Error {
  /** 400: the request itself is wrong. 404: what the path names does not exist. 409: the realm does not allow it now. */
  readonly status: 400 | 404 | 409;
  /** One sentence that names what is wrong. Safe to send. */
  readonly problem: string;
  /** One or more sentences that name the setting or the request that helps. Safe to send. */
  readonly remedy: string;

  constructor(status: KitError['status'], problem: string, remedy: string) {
    super(`${problem} ${remedy}`);
    this.name = 'KitError';
    this.status = status;
    this.problem = problem;
    this.remedy = remedy;
  }
}

/** 400 for what a grant would refuse: Keycloak's description, then the reason if it says more. */
export function refusedByProtocol({ description, reason, remedy }: OAuthError): KitError {
  const parts = description === reason ? [reason] : [description.replace(/\.$/, ''), reason];
  return new KitError(400, parts.join('. '), remedy ?? '');
}
