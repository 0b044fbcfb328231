// Sends the answers of rules when they are due on the realm's clock.
import type { Clock } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Answers } from './answers.ts';
import type { AutoAnswerRules } from './auto-answer-rules.ts';
import type { DelegatedRequest, Inbox } from './inbox.ts';

export interface AutomaticAnswers {
  /** Answers due prompts, and checks again every 250 ms while prompts are pending. */
  schedule(): void;
  /** Stops checking. */
  close(): void;
}

export interface AutomaticAnswersDeps {
  readonly inbox: Pick<Inbox, 'waiting'>;
  readonly answers: Answers;
  readonly rules: Pick<AutoAnswerRules, 'planFor'>;
  readonly clocks: (realmName: string) => Clock;
  readonly log: Logger;
}

/** Polling, because a realm's clock can be changed at any time and a timer would then fire too late. */
const CHECK_EVERY_MS = 250;

/** Starts with the first call of `schedule`. */
export function createAutomaticAnswers({
  inbox,
  answers,
  rules,
  clocks,
  log,
}: AutomaticAnswersDeps): AutomaticAnswers {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const answerDue = async ({ realmId, facts }: DelegatedRequest): Promise<void> => {
    const plan = rules.planFor(facts);
    if (plan === undefined || clocks(facts.realm).now() < plan.at) return;
    try {
      await answers.answer(realmId, facts.id, plan.answer, 'rule');
    } catch (error) {
      log.error('A rule could not answer a prompt', { realm: facts.realm, prompt: facts.id }, error);
    }
  };
  const schedule = (): void => {
    const waiting = isClosed ? [] : inbox.waiting();
    for (const delegated of waiting) void answerDue(delegated);
    if (waiting.length === 0) stop();
    else timer ??= setInterval(schedule, CHECK_EVERY_MS).unref();
  };
  return {
    schedule,
    close() {
      isClosed = true;
      stop();
    },
  };
}
