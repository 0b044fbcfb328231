// Steps in for requests of realms with armed faults or holds: answers with a fault, holds the answer, records both.

import { describeExchange } from '#protocol/activity/describe-exchange.ts';
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import { describeEffect, effectOf } from '#protocol/contract/fault-effects.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type {
  ExchangeInterceptor,
  Handle,
  InterceptedExchange,
} from '#protocol/http/exchange-interceptor.ts';
import { protocolOf } from './answer-parts.ts';
import { editAnswer } from './edit-answer.ts';
import { answerWithFault, type FaultAnswerDeps } from './fault-answers.ts';
import type { TakenFault } from './faults.ts';
import type { HeldExchange } from './holds.ts';
import type { Pauses } from './pauses.ts';
import { type RequestFacts, type RequestFactsDeps, readRequestFacts } from './request-facts.ts';
import type { SharedFaults } from './shared-faults.ts';
import type { SharedHolds } from './shared-holds.ts';

export interface InterceptorDeps extends FaultAnswerDeps, RequestFactsDeps {
  readonly faults: SharedFaults;
  readonly holds: SharedHolds;
  readonly pauses: Pauses;
}

/** What the endpoint would have recorded, had it handled the request. */
function recordFacts({ recorded }: InterceptedExchange, facts: RequestFacts): void {
  const { clientId, username, session, grant } = facts;
  if (grant !== undefined) recorded.title(`Token request (${grant})`);
  if (clientId !== undefined) recorded.client(clientId);
  if (username !== undefined) recorded.user(username);
  if (session !== undefined) recorded.joinFlow(session.flow);
}

async function answerFaulty(
  taken: TakenFault,
  intercepted: InterceptedExchange & { readonly endpoint: EndpointName },
  facts: RequestFacts,
  handle: Handle,
  deps: InterceptorDeps,
): Promise<Reply> {
  const { exchange, recorded, endpoint, callerGone } = intercepted;
  const { realm } = exchange;
  const { do: effect } = taken.request;
  recordFacts(intercepted, facts);
  if (effect.delayMs !== undefined) await deps.pauses.wait(realm.id, effect.delayMs, { callerGone });
  const done = describeEffect(taken.request);
  const reason = `Fault ${taken.id} made this answer: ${done}.`;
  const remedy = `Disarm the fault on the screen Faults, or with DELETE /emulator/v1/realms/${encodeURIComponent(realm.name)}/faults/${taken.id}.`;
  const faulty = { exchange, recorded, endpoint, clientId: facts.clientId, handle, reason, remedy };
  const { reply, changed } = await answerWithFault(faulty, effectOf(effect), effect, deps);
  if (!changed && effect.delayMs === undefined) {
    taken.giveBack();
    recorded.recordNote('fault', `Fault ${taken.id} had no effect: the answer contains no signed token.`);
    return reply;
  }
  taken.confirm(exchange.id);
  recorded.madeByFault(taken.id, reason);
  return reply;
}

/** The endpoint whose answer the reply is; undefined for pages of the sign-in, which are not held. */
function answeredEndpoint(endpoint: EndpointName | undefined, reply: Reply): EndpointName | undefined {
  const isBrowserEndpoint = endpoint === 'authorization' || endpoint === 'saml';
  if (endpoint !== undefined && !isBrowserEndpoint) return endpoint;
  const isPage = String(reply.headers?.['content-type'] ?? '').startsWith('text/html');
  // The last page of a sign-in answers what the first request of the browser asked.
  const answered = protocolOf(reply);
  return answered ?? (isPage || reply.headers?.['location'] !== undefined ? undefined : endpoint);
}

/** Holds the reply if a hold is due for it. Resolves to the reply as it was edited. */
async function holdReply(
  reply: Reply,
  { exchange, endpoint, recorded, callerGone }: InterceptedExchange,
  facts: RequestFacts,
  { holds, keys }: InterceptorDeps,
): Promise<Reply> {
  const { realm } = exchange;
  const answered = answeredEndpoint(endpoint, reply);
  if (answered === undefined) return reply;
  const { grant, clientId = recorded.clientId, username = recorded.username } = facts;
  let current = reply;
  const held: HeldExchange = {
    id: exchange.id,
    describe() {
      recorded.keepReply(current);
      const record = describeExchange(recorded, false);
      const { assertion } = current;
      return { exchange: record, ...(assertion === undefined ? {} : { assertion: assertion.content }) };
    },
    async edit(edit) {
      if (edit.assertion !== undefined && current.assertion !== undefined) recorded.dropSentDocuments();
      current = await editAnswer(current, edit, { keys, realmName: realm.name });
    },
  };
  const happened = await holds.hold({
    realmId: realm.id,
    endpoint: answered,
    facts: { grant, clientId, username },
    held,
    callerGone,
  });
  if (happened !== undefined) recorded.recordNote('hold', happened);
  return current;
}

const NO_FACTS: RequestFacts = {
  grant: undefined,
  clientId: undefined,
  username: undefined,
  session: undefined,
};

/** The reply of the handler, or of a fault. */
async function answerExchange(
  intercepted: InterceptedExchange,
  facts: RequestFacts,
  handle: Handle,
  deps: InterceptorDeps,
): Promise<Reply> {
  const { exchange, endpoint } = intercepted;
  const taken = endpoint && (await deps.faults.take(exchange.realm.id, endpoint, facts));
  if (endpoint === undefined || taken === undefined) return handle(exchange);
  return answerFaulty(taken, { ...intercepted, endpoint }, facts, handle, deps);
}

export function createInterceptor(deps: InterceptorDeps): ExchangeInterceptor {
  const { faults, holds, pauses } = deps;
  let isClosing = false;
  return {
    isArmed: (realmId) => (faults.isArmed(realmId) || holds.isArmed(realmId)) && !isClosing,
    async intercept(intercepted, handle) {
      const { exchange, endpoint } = intercepted;
      // Read before the handler consumes the code or session that names the user.
      const facts = endpoint === undefined ? NO_FACTS : await readRequestFacts(exchange, endpoint, deps);
      const reply = await answerExchange(intercepted, facts, handle, deps);
      return isClosing ? reply : holdReply(reply, intercepted, facts, deps);
    },
    startClosing() {
      isClosing = true;
      pauses.close();
    },
  };
}
