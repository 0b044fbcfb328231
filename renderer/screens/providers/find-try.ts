// What became of a sign-in by "Try it", from the exchanges in Activity.
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { nameFlow } from '#protocol/contract/flow-names.ts';

/** A use of "Try it". */
export interface Try {
  readonly realm: string;
  readonly alias: string;
  /** ID of the newest exchange before it; empty if Activity was empty. */
  readonly after: string;
}

/** How far the sign-in has come. `exchange` is the one with which Activity should open. */
export type TryState =
  /** The browser has not sent the request yet. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'begun'; readonly exchange: string }
  | { readonly kind: 'signedIn'; readonly exchange: string; readonly username: string }
  /** `problem`: as Activity names it, in English. */
  | { readonly kind: 'failed'; readonly exchange: string; readonly problem: string };

const isProblem = ({ outcome }: ActivitySummary): boolean => outcome === 'refused' || outcome === 'failed';

/** The account console itself does not require a new sign-in. */
function isRequest({ realm, after }: Try, exchange: ActivitySummary): boolean {
  const { id, endpoint, clientId, prompt } = exchange;
  const isAccountConsole = endpoint === 'authorization' && clientId === 'account-console';
  return id > after && exchange.realm === realm && isAccountConsole && prompt === 'login';
}

/** Whether the flow has not been to a provider yet, or was at this one first. */
function leadsTo(alias: string, flow: readonly ActivitySummary[]): boolean {
  const step = flow.find(({ path }) => path.includes('/broker/'));
  return step === undefined || step.path.includes(`/broker/${encodeURIComponent(alias)}/`);
}

/** The last step at the realm, if it and the provider's answer were accepted. */
function findEnd(realm: string, flow: readonly ActivitySummary[]): ActivitySummary | undefined {
  const steps = flow.filter((each) => each.realm === realm && each.from === 'browser');
  const answer = steps.findLast(({ title }) => title.startsWith('Answer of an identity provider'));
  const last = steps.findLast(({ to }) => to === 'understudy');
  if (answer === undefined || isProblem(answer)) return undefined;
  return last?.outcome === 'accepted' ? last : undefined;
}

/** `records` are newest first, as Activity has them. */
export function findTry(records: readonly ActivitySummary[], tried: Try): TryState {
  const flowOf = (id: string): readonly ActivitySummary[] =>
    records.filter(({ flow }) => flow === id).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const flow = records
    .filter((exchange) => isRequest(tried, exchange))
    .map((request) => flowOf(request.flow))
    .findLast((each) => leadsTo(tried.alias, each));
  const last = flow?.at(-1);
  if (flow === undefined || last === undefined) return { kind: 'waiting' };
  const end = findEnd(tried.realm, flow);
  if (end?.username !== undefined) return { kind: 'signedIn', exchange: end.id, username: end.username };
  const { problem } = nameFlow(flow);
  const exchange = (flow.findLast(isProblem) ?? last).id;
  return problem === undefined ? { kind: 'begun', exchange } : { kind: 'failed', exchange, problem };
}
