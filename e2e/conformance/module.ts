// The type of our test modules.
import type { RelyingParty, Variant } from './relying-party.ts';

/** Input of a module. */
export interface ModuleContext {
  readonly url: string;
  /** The realm's first client. */
  readonly rp: RelyingParty;
  /** The realm's second client. */
  readonly other: RelyingParty;
  readonly variant: Variant;
  /** Moves the realm's clock ahead, in milliseconds, for this test. */
  pass(ms: number): Promise<void>;
}

/** A row of a table of modules, whose key is the suite's name. */
export interface Module {
  /** The requirement with its section. */
  readonly requires: string;
  /** If absent, every variant. */
  readonly applies?: (variant: Variant) => boolean;
  run(context: ModuleContext): Promise<void>;
}

/** Whether a response type includes a part. */
export function gives(part: 'code' | 'id_token' | 'token'): (variant: Variant) => boolean {
  return ({ responseType }) => responseType.split(' ').includes(part);
}

/** Whether the variant returns an access token from either endpoint. */
export function givesAccess(variant: Variant): boolean {
  return gives('code')(variant) || gives('token')(variant);
}
