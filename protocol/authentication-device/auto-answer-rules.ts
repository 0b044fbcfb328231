// Auto-answer rules: what a rule may be, which one fits a prompt, and where a realm keeps them.

import type { AutoAnswerRuleWire, PromptWire } from '#protocol/contract/device.ts';
import { DEVICE_RULES_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { PromptFacts } from './inbox.ts';
import type { RealmAttributes } from './realm-attributes.ts';

/** Rules as they were read, or what is wrong with them: "[0].answer must be …". */
export type ParsedRules = { readonly rules: readonly AutoAnswerRuleWire[] } | { readonly problem: string };

/** The rules of realms. */
export interface AutoAnswerRules {
  /** The rules in force; none where the realm has none, or has a text that cannot be read. */
  listRules(realmName: string): readonly AutoAnswerRuleWire[];
  /** Checks and keeps rules as the realm's; they are on disk when it resolves. */
  keep(realmName: string, json: unknown): Promise<ParsedRules>;
  /** The answer that the realm's rules give to a prompt, and when; undefined: the person answers. */
  planFor(facts: PromptFacts): PromptWire['automatic'];
}

const ANSWERS = ['approve', 'deny', 'cancel', 'never'] as const satisfies AutoAnswerRuleWire['answer'][];
const MEMBERS: ReadonlySet<string> = new Set(['username', 'clientId', 'answer', 'afterSeconds']);
const MAX_RULES = 100;
const MAX_NAME = 255;
const MAX_SECONDS = 86_400;
/** Unknown members are named in part only. */
const MAX_SHOWN_NAME = 64;

const NO_RULES: readonly AutoAnswerRuleWire[] = [];

function isName(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value !== '' && value.length <= MAX_NAME);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is wrong with one rule. */
function findProblem(rule: Readonly<Record<string, unknown>>): string | undefined {
  const stranger = Object.keys(rule).find((member) => !MEMBERS.has(member));
  if (stranger !== undefined) return `${stranger.slice(0, MAX_SHOWN_NAME)} is not a member of a rule`;
  for (const member of ['username', 'clientId']) {
    if (!isName(rule[member])) return `${member} must be a string of 1 to ${MAX_NAME} characters, or absent`;
  }
  if (!ANSWERS.some((answer) => answer === rule['answer']))
    return `answer must be one of ${ANSWERS.join(', ')}`;
  const seconds = rule['afterSeconds'];
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_SECONDS)
    return undefined;
  return `afterSeconds must be a whole number from 0 to ${MAX_SECONDS}`;
}

/** Checks rules that came as JSON; the first fault is told. */
export function parseRules(json: unknown): ParsedRules {
  if (!Array.isArray(json)) return { problem: 'the rules must be a JSON array' };
  if (json.length > MAX_RULES) return { problem: `there may be at most ${MAX_RULES} rules` };
  for (const [index, rule] of json.entries()) {
    const problem = isObject(rule) ? findProblem(rule) : 'a rule must be a JSON object';
    if (problem !== undefined) return { problem: `[${index}]: ${problem}` };
  }
  return { rules: json as readonly AutoAnswerRuleWire[] };
}

function parseText(text: string): ParsedRules {
  try {
    return parseRules(JSON.parse(text));
  } catch (error) {
    return { problem: `not JSON: ${error instanceof Error ? error.name : 'unreadable'}` };
  }
}

function fits(rule: AutoAnswerRuleWire, { username, clientId }: PromptFacts): boolean {
  const isUser = rule.username === undefined || rule.username.toLowerCase() === username.toLowerCase();
  return isUser && (rule.clientId === undefined || rule.clientId === clientId);
}

/** What the first rule that fits does. Its delay counts from the prompt's arrival, on the realm's clock. */
export function planAnswer(
  rules: readonly AutoAnswerRuleWire[],
  facts: PromptFacts,
): PromptWire['automatic'] {
  const rule = rules.find((candidate) => fits(candidate, facts));
  if (rule === undefined || rule.answer === 'never') return undefined;
  return { answer: rule.answer, at: facts.receivedAt + rule.afterSeconds * 1000 };
}

/** The rules that realms keep in their attribute. A text that cannot be read is named in the log, once. */
export function createAutoAnswerRules(attributes: RealmAttributes, log: Logger): AutoAnswerRules {
  const read = new Map<string, { readonly text: string; readonly rules: readonly AutoAnswerRuleWire[] }>();
  const readRules = (realm: string, text: string): readonly AutoAnswerRuleWire[] => {
    const parsed = parseText(text);
    if ('rules' in parsed) return parsed.rules;
    log.warn('Auto-answer rules cannot be read; there are none until they are set again', {
      realm,
      attribute: DEVICE_RULES_ATTRIBUTE,
      problem: parsed.problem,
    });
    return NO_RULES;
  };
  const listRules = (realm: string): readonly AutoAnswerRuleWire[] => {
    const text = attributes.find(realm, DEVICE_RULES_ATTRIBUTE);
    if (text === undefined || text === '') return NO_RULES;
    const known = read.get(realm);
    if (known?.text === text) return known.rules;
    const rules = readRules(realm, text);
    read.set(realm, { text, rules });
    return rules;
  };
  return {
    listRules,
    async keep(realm, json) {
      const parsed = parseRules(json);
      if ('problem' in parsed) return parsed;
      const text = parsed.rules.length === 0 ? undefined : JSON.stringify(parsed.rules);
      await attributes.update(realm, DEVICE_RULES_ATTRIBUTE, () => text);
      return parsed;
    },
    planFor: (facts) => planAnswer(listRules(facts.realm), facts),
  };
}
