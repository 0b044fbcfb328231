// Steps in for requests of realms with armed faults: chooses the fault, waits, answers, records it in Activity.

import type { EndpointName } from '#protocol/contract/endpoints.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type {
  ExchangeInterceptor,
  Handle,
  InterceptedExchange,
} from '#protocol/http/exchange-interceptor.ts';
import { answerWithFault, type FaultAnswerDeps } from './fault-answers.ts';
import { describeEffect, effectOf } from './fault-effects.ts';
import type { Faults, TakenFault } from './faults.ts';
import type { Pauses } from './pauses.ts';
import { type RequestFacts, type RequestFactsDeps, readRequestFacts } from './request-facts.ts';

export interface InterceptorDeps extends FaultAnswerDeps, RequestFactsDeps {
  readonly faults: Faults;
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
  const remedy = `Disarm the fault: DELETE /emulator/v1/realms/${encodeURIComponent(realm.name)}/faults/${taken.id}.`;
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

export function createInterceptor(deps: InterceptorDeps): ExchangeInterceptor {
  const { faults, pauses } = deps;
  let isClosing = false;
  return {
    isArmed: (realmId) => faults.isArmed(realmId) && !isClosing,
    async intercept(intercepted, handle) {
      const { exchange, endpoint } = intercepted;
      if (endpoint === undefined) return handle(exchange);
      const facts = await readRequestFacts(exchange, endpoint, deps);
      const taken = faults.take(exchange.realm.id, endpoint, facts);
      if (taken === undefined) return handle(exchange);
      return answerFaulty(taken, { ...intercepted, endpoint }, facts, handle, deps);
    },
    startClosing() {
      isClosing = true;
      pauses.close();
    },
  };
}
