// What a server issues and a later request presents: remembers what the other server issued in its place.

/** Parameters and members that carry something issued. */
const ISSUED: ReadonlySet<string> = new Set([
  'access_token',
  'auth_req_id',
  'code',
  'device_code',
  'device_user_code',
  'id_token',
  'refresh_token',
  'request_uri',
  'response',
  'SAMLart',
  'session_state',
  'sid',
  'sub',
  'token',
  'user_code',
]);

/** Whether a parameter or member carries something that a server issues. */
export function isIssued(name: string): boolean {
  return ISSUED.has(name);
}

export interface Artifacts {
  /** The recorded server issued `here` where the other one issued `there`; it replaces an earlier one. */
  pair(here: string, there: string): void;
  /** The recorded server issued it. */
  note(here: string): void;
  /** Whether the recorded server issued it. */
  isKnown(here: string): boolean;
  /** What the other server issued in its place. */
  find(here: string): string | undefined;
  /**
   * Whether both name the same thing: the first time two identifiers meet, they are taken as a pair, and from
   * then on each belongs to the other only.
   */
  areSame(here: string, there: string): boolean;
}

export function createArtifacts(): Artifacts {
  const known = new Set<string>();
  const theirs = new Map<string, string>();
  const ours = new Map<string, string>();
  const pair = (here: string, there: string): void => {
    known.add(here);
    const before = theirs.get(here);
    if (before !== undefined && ours.get(before) === here) ours.delete(before);
    theirs.set(here, there);
    ours.set(there, here);
  };
  return {
    pair,
    note: (here) => known.add(here),
    isKnown: (here) => known.has(here),
    find: (here) => theirs.get(here),
    areSame(here, there) {
      if (theirs.has(here) || ours.has(there)) return theirs.get(here) === there;
      pair(here, there);
      return true;
    },
  };
}
