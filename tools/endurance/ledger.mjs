// What a killed server must still have: each acknowledged change, and possibly the changes in doubt.

/** Values by key: a client's or user's version, or undefined. Each key has one writer. */
export class ChangeLedger {
  /** Allowed values by key; more than one while a change is in doubt. */
  #allowed = new Map();

  /** Keys that the server may have. */
  keys() {
    return [...this.#allowed.keys()];
  }

  /** Call when a change is sent. Returns a function to call when it is acknowledged. */
  begin(key, value) {
    const before = this.#allowed.get(key) ?? [undefined];
    this.#allowed.set(key, [...before, value]);
    return () => this.#allowed.set(key, [value]);
  }

  /** Compares with the server's value; returns a description of the loss, or undefined. The server's value
   * counts from now on. */
  check(key, actual) {
    const allowed = this.#allowed.get(key) ?? [undefined];
    this.#allowed.set(key, [actual]);
    if (allowed.includes(actual)) return undefined;
    const words = allowed.map((value) => (value === undefined ? 'none' : `version ${value}`));
    return `${key}: the server has ${actual === undefined ? 'none' : `version ${actual}`}, acknowledged was ${words.join(' or ')}`;
  }

  /** Stops checking a key. */
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
  /** Description of the last change. */
  last;
  /** Rounds in which this entry was checked after it ended. */
  checks = 0;

  constructor(tokens, how) {
    this.tokens = tokens;
    this.last = how;
  }

  /** Call when a change of this session is sent. */
  begin(change) {
    this.state = 'in doubt';
    this.last = change;
  }

  /** Call when the refresh token was exchanged. */
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
