// Limits how long a sign-out waits for the clients that the server notifies.
import type { LogoutNotice } from '#protocol/realm/sessions/sessions.ts';

/** A client that is being notified. */
export interface ToldClient {
  readonly clientId: string;
  readonly result: Promise<Pick<LogoutNotice, 'outcome' | 'detail'>>;
}

const WAIT_MS = 2000;

const LATE: Pick<LogoutNotice, 'outcome' | 'detail'> = { outcome: 'pending', detail: 'has not answered yet' };

/** Collects all notices; late ones (default: after 2 s) are `pending`, and their calls continue. */
export async function waitForClients(
  telling: readonly ToldClient[],
  { section, waitMs = WAIT_MS }: { readonly section: string; readonly waitMs?: number },
): Promise<readonly LogoutNotice[]> {
  if (telling.length === 0) return [];
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, waitMs, undefined);
  });
  const notices = await Promise.all(
    telling.map(async ({ clientId, result }): Promise<LogoutNotice> => {
      const { outcome, detail } = (await Promise.race([result, timeUp])) ?? LATE;
      return { clientId, outcome, detail, section };
    }),
  );
  clearTimeout(timer);
  return notices;
}
