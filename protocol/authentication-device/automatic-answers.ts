// Sends the answers of rules when they are due on the realm's clock.
import type { Clock } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Answers } from './answers.ts';
import type { AutoAnswerRules } from './auto-answer-rules.ts';
import type { Inbox } from './inbox.ts';
import type { KnownPrompt } from './known-prompts.ts';

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

/** Milliseconds after which a server answers a prompt of another one, which may have ended. */
const TAKEOVER_MS = 2000;

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
  const answerDue = async ({ realmId, prompt, isOwn }: KnownPrompt): Promise<void> => {
    const plan = rules.planFor(prompt);
    if (plan === undefined) return;
    if (clocks(prompt.realm).now() < plan.at + (isOwn ? 0 : TAKEOVER_MS)) return;
    try {
      await answers.answer(realmId, prompt.id, plan.answer, 'rule');
    } catch (error) {
      log.error('A rule could not answer a prompt', { realm: prompt.realm, prompt: prompt.id }, error);
    }
  };
  const schedule = (): void => {
    const waiting = isClosed ? [] : inbox.waiting();
    for (const heard of waiting) void answerDue(heard);
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
