// Activity as a live stream: Server-Sent Events with summaries, which a listener can resume.
import type { ActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { badRequest } from '../admin-error.ts';
import type { EmulatorRequest } from '../emulator-route.ts';
import { liveStreamReply, readResumePoint } from './live-stream.ts';

/** Most events replayed to a resumed stream: all that the recorder keeps. */
const MAX_REPLAYED = 3000;

function eventText(summary: ActivitySummary): string {
  return `id: ${summary.id}\nevent: activity\ndata: ${JSON.stringify(summary)}\n\n`;
}

/** Lasts until the listener disconnects. HTML Standard §9.2. */
export async function activityStreamReply(
  request: EmulatorRequest<'GET /activity/stream'>,
  activity: ActivityRecorder,
): Promise<Reply> {
  const since = readResumePoint(request);
  if (since !== undefined && !/^[\w-]{1,64}$/.test(since))
    throw badRequest('since must be the id of an exchange');
  const { realm, background } = request.query;
  await activity.sync();
  return liveStreamReply((send) => {
    if (since !== undefined) {
      const missed = activity.list({ since, realm, background, limit: MAX_REPLAYED }).records;
      // In one piece: with several, the listener would be dropped for not having read the first ones yet.
      if (missed.length > 0) send(missed.toReversed().map(eventText).join(''));
    }
    return activity.subscribe((summary) => {
      if (realm === undefined || summary.realm === realm) send(eventText(summary));
    }, background);
  });
}
