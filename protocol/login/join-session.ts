// Stores the session of a sign-in once: with the client that the protocol adds to it.
import { touchSession } from '#protocol/realm/sessions/sessions.ts';
import type { SessionDecision } from '#protocol/store/session-change.ts';
import type { SessionStore, UserSession } from '#protocol/store/store.ts';

/** Stores what a protocol makes of the sign-in's session. `change` is called as by `sessions.update`. */
export type JoinSession = <Result>(
  change: (session: UserSession | undefined) => SessionDecision<Result>,
) => Promise<Result>;

type Sessions = Pick<SessionStore, 'create' | 'update'>;

/**
 * For a new session, whose id nobody knows before the answer: it is stored beside what the protocol stores. A protocol
 * that does not join it, because the client is gone or may not have what it asks for, leaves it without clients.
 */
export async function withNewSession<Answer>(
  sessions: Sessions,
  session: UserSession,
  use: (join: JoinSession) => Promise<Answer>,
): Promise<Answer> {
  let storing: Promise<void> | undefined;
  const { realmId, id } = session;
  try {
    return await use(async (change) => {
      if (storing !== undefined) {
        await storing;
        return sessions.update({ realmId, id }, change);
      }
      const decision = change(session);
      if (typeof decision.session === 'object') {
        storing = sessions.create(decision.session);
        // Reported below, even if the protocol fails first.
        storing.catch(() => undefined);
      }
      return decision.result;
    });
  } finally {
    await (storing ?? sessions.create(session));
  }
}

/** For a session that a further sign-in uses at `now` (milliseconds), whether or not the protocol joins it. */
export async function withUsedSession<Answer>(
  sessions: Sessions,
  known: UserSession,
  now: number,
  use: (join: JoinSession) => Promise<Answer>,
): Promise<Answer> {
  let isUsed = false;
  const key = { realmId: known.realmId, id: known.id, known };
  try {
    return await use(async (change) => {
      const result = await sessions.update(key, (current) => change(current && touchSession(current, now)));
      isUsed = true;
      return result;
    });
  } finally {
    if (!isUsed)
      await sessions.update(key, (current) =>
        current === undefined
          ? { result: undefined }
          : { session: touchSession(current, now), result: undefined },
      );
  }
}
