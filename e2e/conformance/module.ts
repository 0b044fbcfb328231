// What one of our versions of a test module is.
import type { RelyingParty, Variant } from './relying-party.ts';

/** What a module is run with. */
export interface ModuleContext {
  readonly url: string;
  /** The realm's first client. */
  readonly rp: RelyingParty;
  /** The realm's second client. */
  readonly other: RelyingParty;
  readonly variant: Variant;
  /** Moves the realm's time on, by milliseconds, for this test. */
  pass(ms: number): Promise<void>;
}

/** A row of the tables of modules, whose key is the suite's name for it. */
export interface Module {
  /** What is required, with its section. */
  readonly requires: string;
  /** Absent: every variant. */
  readonly applies?: (variant: Variant) => boolean;
  run(context: ModuleContext): Promise<void>;
}

/** Whether a response type has a part. */
export function gives(part: 'code' | 'id_token' | 'token'): (variant: Variant) => boolean {
  return ({ responseType }) => responseType.split(' ').includes(part);
}

/** Whether there is an access token from anywhere. */
export function givesAccess(variant: Variant): boolean {
  return gives('code')(variant) || gives('token')(variant);
}
