// What a server that is killed must still know: each acknowledged change, and the changes in doubt, which may be there or not.

/** Values by key: a client's or user's version, undefined when there is none. One writer for each key at a time. */
export class ChangeLedger {
  /** The values that each key may have; more than one while a change is in doubt. */
  #allowed = new Map();

  /** Keys that the server may know. */
  keys() {
    return [...this.#allowed.keys()];
  }

  /** A change is sent: from now on it may be there. Returns what to call when it is acknowledged. */
  begin(key, value) {
    const before = this.#allowed.get(key) ?? [undefined];
    this.#allowed.set(key, [...before, value]);
    return () => this.#allowed.set(key, [value]);
  }

  /** Compares with what the server has; returns the loss in words, or undefined. What it has counts from now on. */
  check(key, actual) {
    const allowed = this.#allowed.get(key) ?? [undefined];
    this.#allowed.set(key, [actual]);
    if (allowed.includes(actual)) return undefined;
    const words = allowed.map((value) => (value === undefined ? 'none' : `version ${value}`));
    return `${key}: the server has ${actual === undefined ? 'none' : `version ${actual}`}, acknowledged was ${words.join(' or ')}`;
  }

  /** No longer checked. */
  forget(key) {
    this.#allowed.delete(key);
  }
}

/** One sign-in: its newest refresh token, the used ones, and how it ended. */
export class SessionEntry {
  /** Refresh tokens that were exchanged for newer ones, oldest first. */
  used = [];
  /** `live`, `ended`, or `in doubt` while an answer is missing. */
  state = 'live';
  /** The last change, in words. */
  last;
  /** Rounds that this entry has been checked in since it ended. */
  checks = 0;

  constructor(tokens, how) {
    this.tokens = tokens;
    this.last = how;
  }

  /** A change of this session is sent. */
  begin(change) {
    this.state = 'in doubt';
    this.last = change;
  }

  /** The refresh token was exchanged. */
  rotated(tokens) {
    this.used.push(this.tokens.refresh_token);
    this.tokens = { ...tokens, id_token: tokens.id_token ?? this.tokens.id_token };
    this.state = 'live';
  }

  ended() {
    this.state = 'ended';
  }

  /** What the newest refresh token must do: `work`, `be refused`, or `either`. */
  get newestMust() {
    return { live: 'work', ended: 'be refused', 'in doubt': 'either' }[this.state];
  }
}
