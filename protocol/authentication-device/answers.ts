// Answers to prompts, sent back to the server as any authentication entity sends them: by the callback, with the delegation's token.
import type { PromptAnswer, PromptWire } from '#protocol/contract/device.ts';
import type { CallResult, OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { DelegatedRequest, Inbox, PromptResult } from './inbox.ts';

/** How an answer ended: `late` when the prompt was answered before or has expired, `failed` when the server did not take it. */
export interface AnswerResult {
  readonly outcome: 'taken' | 'failed' | 'late';
  readonly prompt: PromptWire;
}

/** Answers prompts. */
export interface Answers {
  /** Resolves to undefined when there is no such prompt. Of several answers at the same time the first counts. Never rejects, never hangs. */
  answer(
    realmId: string,
    id: string,
    answer: PromptAnswer,
    answeredBy: PromptResult['answeredBy'],
  ): Promise<AnswerResult | undefined>;
}

/** What answering works with. */
export interface AnswersDeps {
  readonly inbox: Pick<Inbox, 'claim' | 'settle'>;
  readonly calls: Pick<OutgoingCalls, 'post'>;
  /** Where the server itself is reached, without trailing slash: `http://127.0.0.1:8080`. */
  readonly selfUrl: () => string;
  readonly log: Logger;
}

/** What an answer is called in the callback, and what becomes of the prompt. Service description §4.3. */
const ANSWERS = {
  approve: { status: 'SUCCEED', state: 'approved' },
  deny: { status: 'UNAUTHORIZED', state: 'denied' },
  cancel: { status: 'CANCELLED', state: 'cancelled' },
} as const satisfies Record<PromptAnswer, { status: string; state: PromptResult['state'] }>;

function callbackUrl(address: string, realm: string): string {
  return `${address}/realms/${encodeURIComponent(realm)}/protocol/openid-connect/ext/ciba/auth/callback`;
}

function describeProblem({ status, detail }: CallResult): string {
  const where = status === 0 ? '' : '; Activity shows why';
  return `The server rejected the answer: it ${detail}${where}.`;
}

/** Makes the answers of an inbox. */
export function createAnswers({ inbox, calls, selfUrl, log }: AnswersDeps): Answers {
  const callBack = ({ bearer, facts }: DelegatedRequest, answer: PromptAnswer): Promise<CallResult> =>
    calls.post({
      title: 'Authentication result',
      url: callbackUrl(selfUrl(), facts.realm),
      contentType: 'application/json',
      authorization: `Bearer ${bearer}`,
      from: 'authentication-entity',
      to: 'understudy',
      called: 'The server itself',
      rule: 'send-authentication-result',
      body: () => Promise.resolve(JSON.stringify({ status: ANSWERS[answer].status })),
      realm: facts.realm,
      clientId: facts.clientId,
      username: facts.username,
      flow: facts.flow ?? facts.id,
      accepted: [200],
      setting: 'http-host',
      section: 'service description §4.3',
    });
  return {
    async answer(realmId, id, answer, answeredBy) {
      const claim = inbox.claim(realmId, id);
      if (claim.outcome === 'unknown') return undefined;
      if (claim.outcome === 'late') return { outcome: 'late', prompt: claim.prompt };
      const { delegated } = claim;
      const result = await callBack(delegated, answer);
      if (result.outcome === 'accepted') {
        const prompt = inbox.settle(delegated, { state: ANSWERS[answer].state, answeredBy });
        return { outcome: 'taken', prompt };
      }
      const problem = describeProblem(result);
      log.warn('An answer to a prompt was not taken', { realm: delegated.facts.realm, prompt: id, problem });
      return { outcome: 'failed', prompt: inbox.settle(delegated, { state: 'failed', answeredBy, problem }) };
    },
  };
}
