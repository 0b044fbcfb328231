// Records the notified clients in a sign-out's Activity entry.
import type { ActivityNotes } from '#protocol/http/exchange.ts';
import type { LogoutNotice } from '#protocol/realm/sessions/sessions.ts';

/** Records each notice; the calls themselves are exchanges of the same flow. */
export function noteNotices(
  activity: Pick<ActivityNotes, 'recordNote' | 'recordPass'>,
  notices: readonly LogoutNotice[],
): void {
  for (const { clientId, outcome, detail, section } of notices) {
    const text = `${clientId} ${detail}`;
    if (outcome === 'accepted') activity.recordPass('notify-client', text, section);
    else activity.recordNote('notify-client', text, section);
  }
}
