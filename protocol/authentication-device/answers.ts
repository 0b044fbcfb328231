// Answers prompts through the callback with the delegation's token, as any authentication entity does.
import type { PromptAnswer, PromptWire } from '#protocol/contract/device.ts';
import type { CallResult, OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { DelegatedRequest, Inbox, PromptResult } from './inbox.ts';

/** `late`: the prompt was already answered or has expired. `failed`: the server rejected the answer. */
export interface AnswerResult {
  readonly outcome: 'taken' | 'failed' | 'late';
  readonly prompt: PromptWire;
}

export interface Answers {
  /** Undefined for an unknown prompt. Of concurrent answers the first wins. Never rejects, never hangs. */
  answer(
    realmId: string,
    id: string,
    answer: PromptAnswer,
    answeredBy: PromptResult['answeredBy'],
  ): Promise<AnswerResult | undefined>;
}

export interface AnswersDeps {
  readonly inbox: Pick<Inbox, 'claim' | 'settle'>;
  readonly calls: Pick<OutgoingCalls, 'send'>;
  /** The server's own base URL, without trailing slash: `http://127.0.0.1:8080`. */
  readonly selfUrl: () => string;
  readonly log: Logger;
}

/** The status sent to the callback, and the resulting state of the prompt. Service description §4.3. */
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

export function createAnswers({ inbox, calls, selfUrl, log }: AnswersDeps): Answers {
  const callBack = ({ bearer, facts }: DelegatedRequest, answer: PromptAnswer): Promise<CallResult> =>
    calls.send({
      kind: 'ciba-result',
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
      const claim = await inbox.claim(realmId, id);
      if (claim.outcome === 'unknown') return undefined;
      if (claim.outcome === 'late') return { outcome: 'late', prompt: claim.prompt };
      const { delegated } = claim;
      const result = await callBack(delegated, answer);
      if (result.outcome === 'accepted') {
        const prompt = await inbox.settle(delegated, { state: ANSWERS[answer].state, answeredBy });
        return { outcome: 'taken', prompt };
      }
      const problem = describeProblem(result);
      log.warn('An answer to a prompt was not taken', { realm: delegated.facts.realm, prompt: id, problem });
      return {
        outcome: 'failed',
        prompt: await inbox.settle(delegated, { state: 'failed', answeredBy, problem }),
      };
    },
  };
}
