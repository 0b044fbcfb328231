// When a server under load is killed: early, later, or while it writes its pages of sessions.
import { existsSync, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { pause } from './server.mjs';

/** Most kills come within this time after the work starts. */
export const FIRST_MOMENTS_MS = 400;
const LATER_MS = 1200;
/** Of this many rounds, one is killed within `LATER_MS`, or while pages are written. */
const LATER_ROUNDS = 10;
const PAGES_ROUNDS = 20;
/** Pages are written about five seconds after the first change; watching starts after this time. */
const BEFORE_PAGES_MS = 2000;
const PAGES_LIMIT_MS = 8000;
/** Writing pages and removing journals takes some tens of milliseconds. */
const AFTER_ROTATION_MS = 50;

/** Draws the moment of a round: `ms` after the start, or after a journal is replaced (`atPages`). */
export function drawKillMoment(random) {
  if (random.oneIn(PAGES_ROUNDS)) return { atPages: true, ms: random.below(AFTER_ROTATION_MS + 1) };
  const most = random.oneIn(LATER_ROUNDS) ? LATER_MS : FIRST_MOMENTS_MS;
  return { atPages: false, ms: random.below(most + 1) };
}

/** Resolves when a journal appears in or disappears from the realm's folder: pages are being written then. */
function untilRotation(realmFolder) {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      watcher.close();
      done();
    };
    const timer = setTimeout(end, PAGES_LIMIT_MS);
    const watcher = watch(realmFolder, (event, name) => {
      if (event === 'rename' && name?.endsWith('.journal')) end();
    });
  });
}

/** Resolves at the moment of the kill. */
export async function waitForKillMoment({ atPages, ms }, realmFolder) {
  if (atPages) {
    await pause(BEFORE_PAGES_MS);
    await untilRotation(realmFolder);
  }
  await pause(ms);
}

/** Whether the kill hit the writing of a page of sessions or of the list of revoked tokens: it left a draft
 * newer than `since` (epoch ms). */
export function hasLeftDraft(realmFolder, since) {
  const isDraft = (path) => path.endsWith('.json.tmp') && statSync(path).mtimeMs >= since;
  const pages = join(realmFolder, 'sessions');
  const drafts = (existsSync(pages) ? readdirSync(pages) : []).map((name) => join(pages, name));
  const tokens = join(realmFolder, 'revoked-tokens.json.tmp');
  return [...drafts, ...(existsSync(tokens) ? [tokens] : [])].some(isDraft);
}
