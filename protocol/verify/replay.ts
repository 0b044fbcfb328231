// Sends the steps of a recording to the other server, with what that server issued in place of what was recorded.
import type { CookieJar } from 'tough-cookie';
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import type { RealmAddress } from './addresses.ts';
import { type Answer, answerOfRecords, answerOfResponses, type OtherAnswer } from './answer.ts';
import { type Artifacts, createArtifacts, isIssued } from './artifacts.ts';
import { compareAnswers } from './compare-answers.ts';
import type { Credentials } from './credentials.ts';
import type { Difference } from './difference.ts';
import { whyNotReplayed } from './not-replayed.ts';
import {
  createCookieJar,
  NoAnswer,
  type OutgoingRequest,
  type ReceivedResponse,
  type Send,
} from './other-server.ts';
import type { Page } from './page.ts';
import { createPolls, type Polls } from './polls.ts';
import { MissingArtifact } from './presentation.ts';
import { createRequests, OtherPage, type Requests } from './requests.ts';
import type { Step } from './steps.ts';

export interface ReplayDeps {
  readonly here: RealmAddress;
  readonly there: RealmAddress;
  readonly credentials: Credentials;
  readonly send: Send;
  /** Waits a number of milliseconds, so that a poll is not refused as too early. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

export type StepResult =
  | { readonly step: Step; readonly differences: readonly Difference[] }
  | { readonly step: Step; readonly notReplayed: string };

/** A browser at the other server. */
interface Browser {
  readonly cookies: CookieJar;
  /** The page it shows. */
  page: Page | undefined;
  /** Why it could not follow the recorded one; until that begins again. */
  lost: string | undefined;
}

const MOST_REDIRECTS = 10;

/** Sends all steps in their order. */
export async function replaySteps(steps: readonly Step[], deps: ReplayDeps): Promise<readonly StepResult[]> {
  const replay = createReplay(deps);
  const results: StepResult[] = [];
  for (const step of steps) results.push(await replayStep(step, replay));
  return results;
}

/** What is known after the steps so far. */
interface Replay extends ReplayDeps {
  readonly artifacts: Artifacts;
  readonly requests: Requests;
  readonly polls: Polls;
  /** By their numbers in the recording. */
  readonly browsers: Map<number, Browser>;
  /** When each flow began in the recording, in milliseconds since the epoch. */
  readonly flowStarts: Map<string, number>;
}

function createReplay(deps: ReplayDeps): Replay {
  const artifacts = createArtifacts();
  return {
    ...deps,
    artifacts,
    requests: createRequests({ ...deps, artifacts }),
    polls: createPolls(deps.wait),
    browsers: new Map(),
    flowStarts: new Map(),
  };
}

async function replayStep(step: Step, replay: Replay): Promise<StepResult> {
  const browser = browserOf(step, replay);
  const [record] = step.exchanges;
  if (!replay.flowStarts.has(record.flow)) replay.flowStarts.set(record.flow, Date.parse(record.startedAt));
  try {
    const why = whyNot(step, replay);
    if (why !== undefined) throw new MissingArtifact(why);
    return { step, differences: await compareStep(step, browser, replay) };
  } catch (error) {
    if (!(error instanceof NoAnswer)) loseTrack(step, browser, replay);
    if (error instanceof MissingArtifact) return { step, notReplayed: error.message };
    return { step, differences: [explainFailure(error, record)] };
  }
}

/** @throws the error itself, unless it is something that the other server did. */
function explainFailure(error: unknown, { status }: ActivityRecord): Difference {
  if (error instanceof NoAnswer)
    return { kind: 'answer', name: '', here: String(status), there: error.message };
  if (error instanceof OtherPage) return { kind: 'page', name: '', here: error.here, there: error.there };
  throw error;
}

/** What the recorded server issued in this step has no counterpart, and its browser goes on elsewhere. */
function loseTrack({ exchanges }: Step, browser: Browser | undefined, { artifacts }: Replay): void {
  noteArtifacts(answerOfRecords(exchanges), artifacts);
  if (browser !== undefined && exchanges[0].outcome !== 'refused') browser.lost ??= LOST;
}

const LOST = 'what came before it was not replayed';

function whyNot(step: Step, { here, polls }: Replay): string | undefined {
  if (step.wasSignedIn) return 'the browser was signed in before the recording began';
  const [record] = step.exchanges;
  return whyNotReplayed(record, here) ?? polls.whyNot(record);
}

function browserOf({ browser }: Step, { browsers }: Replay): Browser | undefined {
  if (browser === undefined) return undefined;
  const known = browsers.get(browser);
  if (known !== undefined) return known;
  const opened = { cookies: createCookieJar(), page: undefined, lost: undefined };
  browsers.set(browser, opened);
  return opened;
}

async function compareStep(
  step: Step,
  browser: Browser | undefined,
  replay: Replay,
): Promise<readonly Difference[]> {
  const [record] = step.exchanges;
  const recorded = answerOfRecords(step.exchanges);
  const request = requestOf(record, browser, replay);
  await replay.polls.wait(record, request);
  const answer = await follow(request, browser, replay);
  if (browser !== undefined) browser.page = answer.page;
  pairArtifacts(recorded, answer, replay.artifacts);
  replay.polls.note(request, answer);
  const begun = replay.flowStarts.get(record.flow) ?? 0;
  const elapsedSeconds = Math.max(0, Math.round((Date.parse(record.startedAt) - begun) / 1000));
  return compareAnswers(recorded, answer, { ...replay, elapsedSeconds });
}

/** @throws {MissingArtifact} @throws {OtherPage} when the request cannot be made. */
function requestOf(
  record: ActivityRecord,
  browser: Browser | undefined,
  { here, requests }: Replay,
): OutgoingRequest {
  const isContinued = isContinuation(here.below(record.path) ?? '');
  // What was accepted without a page relies on the sign-in before.
  if (browser?.lost !== undefined && (isContinued || record.outcome === 'accepted'))
    throw new MissingArtifact(browser.lost);
  if (isContinued) return requests.continue(record, browser?.page);
  if (browser !== undefined) browser.lost = undefined;
  return requests.repeat(record);
}

/** The answer, in a browser after the redirects of the server to itself. */
async function follow(
  first: OutgoingRequest,
  browser: Browser | undefined,
  { send, there }: Replay,
): Promise<OtherAnswer> {
  let last = await send(first, browser?.cookies);
  const responses: [ReceivedResponse, ...ReceivedResponse[]] = [last];
  while (browser !== undefined && responses.length <= MOST_REDIRECTS) {
    const location = last.headers.get('location');
    if (location === undefined || !URL.canParse(location, last.url)) break;
    const url = new URL(location, last.url).href;
    if (there.below(url) === undefined) break;
    last = await send({ method: 'GET', url, headers: first.headers }, browser.cookies);
    responses.push(last);
  }
  return answerOfResponses(responses, there);
}

/** Whether a request answers a page of a session rather than beginning something, as a typed device code does. */
function isContinuation(path: string): boolean {
  return path.startsWith('/login-actions/') || path.startsWith('/protocol/openid-connect/logout/');
}

function* issuedIn(answer: Answer): Generator<readonly [name: string, value: string]> {
  const parameters = answer.delivery?.parameters ?? new Map<string, string>();
  const members = typeof answer.json === 'object' && answer.json !== null ? Object.entries(answer.json) : [];
  for (const [name, value] of [...parameters, ...members] as readonly (readonly [string, unknown])[])
    if (isIssued(name) && typeof value === 'string') yield [name, value];
}

function noteArtifacts(recorded: Answer, artifacts: Artifacts): void {
  for (const [, value] of issuedIn(recorded)) artifacts.note(value);
}

/** Remembers what each server issued under the same name. Identifiers of users are paired when they are compared. */
function pairArtifacts(recorded: Answer, answer: Answer, artifacts: Artifacts): void {
  noteArtifacts(recorded, artifacts);
  const theirs = new Map(issuedIn(answer));
  for (const [name, value] of issuedIn(recorded)) {
    const other = theirs.get(name);
    if (name !== 'sub' && other !== undefined) artifacts.pair(value, other);
  }
}
