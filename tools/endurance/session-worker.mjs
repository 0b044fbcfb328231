// A worker that signs in, refreshes, signs out and revokes, and records what was acknowledged.
import { RefusedError } from './admin-worker.mjs';
import { sidOf } from './caller.mjs';
import { SessionEntry } from './ledger.mjs';

/** Number of sessions of a worker at the same time. */
const MOST_LIVE = 6;
/** Rounds in which an ended session is checked. */
const CHECKS_AFTER_END = 3;

function expectStatus(answer, statuses, what) {
  if (statuses.includes(answer.status)) return answer;
  throw new RefusedError(`${what}: ${answer.status} ${answer.body.slice(0, 200)}`);
}

/** Ways to end a session, with the acknowledging status. `offline`: also ends an offline session. */
const ENDINGS = [
  {
    name: 'sign-out with the refresh token',
    offline: true,
    status: 204,
    send: (caller, { tokens }) => caller.signOut(tokens.refresh_token),
  },
  {
    name: 'revocation of the refresh token',
    offline: true,
    status: 200,
    send: (caller, { tokens }) => caller.revoke(tokens.refresh_token),
  },
  {
    name: 'sign-out in the browser',
    offline: false,
    status: 302,
    send: (caller, { tokens }) => caller.signOutByBrowser(tokens.id_token),
  },
  {
    name: 'end of the session by an administrator',
    offline: false,
    status: 204,
    send: (caller, { tokens }) => caller.admin('DELETE', `/sessions/${sidOf(tokens)}`),
  },
];

/** Works with some sessions of one user, one request at a time. */
export class SessionWorker {
  #user;
  #entries = [];
  /** Access tokens whose revocation was acknowledged, with the checks so far. */
  #revokedAccess = [];

  constructor(user) {
    this.#user = user;
  }

  /** One change; resolves when it is acknowledged. */
  async work(caller, random, counts) {
    const live = this.#entries.filter(({ state }) => state === 'live');
    if (live.length === 0 || (live.length < MOST_LIVE && random.oneIn(3))) {
      return this.#signIn(caller, random, counts);
    }
    const entry = random.pick(live);
    if (live.length >= MOST_LIVE || random.oneIn(3)) return this.#end(caller, random, counts, entry);
    if (random.oneIn(4)) return this.#revokeAccess(caller, counts, entry);
    return this.#refresh(caller, counts, entry);
  }

  async #signIn(caller, random, counts) {
    const offline = random.oneIn(4);
    const scope = offline ? 'openid offline_access' : 'openid';
    const answer = random.oneIn(3)
      ? await caller.signInByForm(this.#user, scope)
      : await caller.passwordGrant(this.#user, scope);
    expectStatus(answer, [200], 'sign-in');
    if (answer.json === undefined) throw new RefusedError('sign-in: a page instead of tokens');
    const entry = new SessionEntry(answer.json, offline ? 'offline sign-in' : 'sign-in');
    entry.offline = offline;
    this.#entries.push(entry);
    counts.signIns++;
  }

  async #refresh(caller, counts, entry) {
    entry.begin('refresh');
    const answer = await caller.refresh(entry.tokens.refresh_token);
    entry.rotated(expectStatus(answer, [200], 'refresh').json);
    counts.refreshes++;
  }

  async #end(caller, random, counts, entry) {
    const ending = random.pick(ENDINGS.filter(({ offline }) => offline || !entry.offline));
    entry.begin(ending.name);
    expectStatus(await ending.send(caller, entry), [ending.status], ending.name);
    entry.ended();
    counts.endings++;
  }

  async #revokeAccess(caller, counts, { tokens }) {
    const answer = await caller.revoke(tokens.access_token);
    // Already revoked tokens also get status 200.
    expectStatus(answer, [200], 'revocation of the access token');
    this.#revokedAccess.push({ token: tokens.access_token, checks: 0 });
    counts.endings++;
  }

  /** Compares every session with the server, and signs in once more; returns descriptions of the losses. */
  async check(caller, random, counts) {
    const losses = [];
    for (const revoked of this.#revokedAccess) {
      const { status, body } = await caller.userinfo(revoked.token);
      if (status === 200) losses.push('revocation of an access token is undone');
      else if (status !== 401) losses.push(`userinfo with a revoked token: ${status} ${body.slice(0, 200)}`);
      revoked.checks += status === 401 ? 1 : CHECKS_AFTER_END;
    }
    for (const entry of this.#entries) losses.push(...(await this.#checkEntry(caller, random, entry)));
    this.#revokedAccess = this.#revokedAccess.filter(({ checks }) => checks < CHECKS_AFTER_END);
    this.#entries = this.#entries.filter(
      ({ state, checks }) => state === 'live' || checks < CHECKS_AFTER_END,
    );
    // The first sign-in after a start computes the slow password hash, which would leave little time.
    await this.#signIn(caller, random, counts);
    return losses;
  }

  async #checkEntry(caller, random, entry) {
    const usedBefore = entry.used.at(-1);
    const loss = await this.#checkNewest(caller, entry);
    if (loss !== undefined) return [loss];
    // Using an old token ends the session, so only some sessions are checked this way.
    if (entry.state !== 'live' || usedBefore === undefined || !random.oneIn(2)) return [];
    const { status, body } = await caller.refresh(usedBefore);
    entry.begin('second use of a refresh token');
    entry.ended();
    if (status === 400) return [];
    entry.checks = CHECKS_AFTER_END;
    return [
      status === 200 ? 'a used refresh token is accepted again' : `used refresh token: ${status} ${body}`,
    ];
  }

  async #checkNewest(caller, entry) {
    const { newestMust, last } = entry;
    const answer = await caller.refresh(entry.tokens.refresh_token);
    expectStatus(answer, [200, 400], `refresh after ${last}`);
    const works = answer.status === 200;
    if (works && newestMust !== 'be refused') {
      entry.rotated(answer.json);
      return undefined;
    }
    if (works) {
      entry.checks = CHECKS_AFTER_END;
      return `${last} is undone: its refresh token works again`;
    }
    entry.ended();
    if (newestMust !== 'work') {
      entry.checks += newestMust === 'either' ? CHECKS_AFTER_END : 1;
      return undefined;
    }
    entry.checks = CHECKS_AFTER_END;
    return `${last} is lost: ${answer.json?.error_description}`;
  }
}
