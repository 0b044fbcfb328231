// A difference between two answers.

export interface Difference {
  readonly kind:
    | 'status'
    | 'header'
    | 'cookie'
    | 'redirect'
    | 'member'
    | 'claim'
    | 'error'
    | 'saml'
    | 'page'
    | 'answer'
    | 'body';
  /** What differs, within its kind: `cache-control`, `access_token › aud`; empty: the whole. */
  readonly name: string;
  /** What was recorded; undefined: nothing. */
  readonly here: string | undefined;
  /** What the other server answered; undefined: nothing. */
  readonly there: string | undefined;
}
