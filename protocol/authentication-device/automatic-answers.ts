// Gives the answers that rules have planned, when the realm's clock says so.
import type { Clock } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Answers } from './answers.ts';
import type { AutoAnswerRules } from './auto-answer-rules.ts';
import type { DelegatedRequest, Inbox } from './inbox.ts';

/** Answers by rule. */
export interface AutomaticAnswers {
  /** Answers what is due, and looks again a few times a second for as long as prompts wait. */
  schedule(): void;
  /** Looks no more. */
  close(): void;
}

/** What it works with. */
export interface AutomaticAnswersDeps {
  readonly inbox: Pick<Inbox, 'waiting'>;
  readonly answers: Answers;
  readonly rules: Pick<AutoAnswerRules, 'planFor'>;
  readonly clocks: (realmName: string) => Clock;
  readonly log: Logger;
}

/** A realm's clock may be moved at any time, so that a timer of the delay's length would come too late. */
const LOOK_EVERY_MS = 250;

/** Makes it; it begins with the first `schedule`. */
export function createAutomaticAnswers({
  inbox,
  answers,
  rules,
  clocks,
  log,
}: AutomaticAnswersDeps): AutomaticAnswers {
  let watch: NodeJS.Timeout | undefined;
  let isClosed = false;
  const rest = (): void => {
    clearInterval(watch);
    watch = undefined;
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
    if (waiting.length === 0) rest();
    else watch ??= setInterval(schedule, LOOK_EVERY_MS).unref();
  };
  return {
    schedule,
    close() {
      isClosed = true;
      rest();
    },
  };
}
