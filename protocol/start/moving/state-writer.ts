// Writes a realm with all that belongs to it as lines of a state file.
import { createHash } from 'node:crypto';
import type { MovedRealm } from '#protocol/store/moving.ts';
import { STATE_FORMAT, STATE_VERSION, type StateCounts, type StateHeader } from './state-format.ts';

/** What the file contains besides the realm. */
export interface StateContext {
  /** The realm's place in the order of creation. */
  readonly position: number;
  /** Milliseconds. */
  readonly now: number;
  /** The digests of the realm's files for Keycloak, asked for at the end. */
  files(): Readonly<Record<string, string>>;
  /** Called with the number of users and sessions that are written so far. */
  written(users: number, sessions: number): void;
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** The lines of a realm, to be written one after another. */
export async function* writeState(moved: MovedRealm, context: StateContext): AsyncGenerator<string, void> {
  const hash = createHash('sha256');
  const counts = { users: 0, originUsers: 0, sessions: 0, revokedTokens: 0 };
  for await (const text of lines(moved, context, counts)) {
    hash.update(text);
    yield text;
  }
  yield line({ end: { ...counts, sha256: hash.digest('hex'), files: context.files() } });
}

async function* lines(
  moved: MovedRealm,
  { position, now, written }: StateContext,
  counts: { -readonly [Kind in keyof StateCounts]: number },
): AsyncGenerator<string, void> {
  const { realm, clock, origin } = moved;
  const header: StateHeader = {
    format: STATE_FORMAT,
    version: STATE_VERSION,
    realm: realm.realm,
    position,
    exportedAt: new Date(now).toISOString(),
  };
  yield line(header);
  yield line({ realm });
  if (clock !== undefined) yield line({ clock });
  if (origin !== undefined) yield line({ origin: { storedAt: origin.storedAt, realm: origin.realm } });
  for await (const { user, isOriginal } of moved.users()) {
    yield line(isOriginal ? { user, original: true } : { user });
    counts.users += 1;
    written(counts.users, 0);
  }
  for await (const originUser of moved.originUsers()) {
    yield line({ originUser });
    counts.originUsers += 1;
  }
  for await (const session of moved.sessions()) {
    yield line({ session });
    counts.sessions += 1;
    written(counts.users, counts.sessions);
  }
  for await (const tokens of moved.revokedTokens())
    for (const [jti, expiresAt] of Object.entries(tokens)) {
      yield line({ revokedToken: { jti, expiresAt } });
      counts.revokedTokens += 1;
    }
}
