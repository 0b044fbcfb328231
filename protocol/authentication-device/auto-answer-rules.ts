// Auto-answer rules: validation, matching and storage in the realm.

import type { AutoAnswerRuleWire, PromptWire } from '#protocol/contract/device.ts';
import { DEVICE_RULES_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { PromptFacts } from './inbox.ts';
import type { RealmAttributes } from './realm-attributes.ts';

/** Valid rules, or a description of the first error: "[0]: answer must be …". */
export type ParsedRules = { readonly rules: readonly AutoAnswerRuleWire[] } | { readonly problem: string };

export interface AutoAnswerRules {
  /** The rules in effect; empty if the realm has none or they are invalid. */
  listRules(realmName: string): readonly AutoAnswerRuleWire[];
  /** Validates and saves the realm's rules; they are on disk when it resolves. */
  keep(realmName: string, json: unknown): Promise<ParsedRules>;
  /** The answer of the first matching rule and its time; undefined if the user must answer. */
  /** Drops what is cached of a realm. */
  forget(realm: string): void;
  planFor(facts: PromptFacts): PromptWire['automatic'];
}

const ANSWERS = ['approve', 'deny', 'cancel', 'never'] as const satisfies AutoAnswerRuleWire['answer'][];
const MEMBERS: ReadonlySet<string> = new Set(['username', 'clientId', 'answer', 'afterSeconds']);
const MAX_RULES = 100;
const MAX_NAME = 255;
const MAX_SECONDS = 86_400;
/** Unknown member names are truncated to this length. */
const MAX_SHOWN_NAME = 64;

const NO_RULES: readonly AutoAnswerRuleWire[] = [];

function isName(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value !== '' && value.length <= MAX_NAME);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findProblem(rule: Readonly<Record<string, unknown>>): string | undefined {
  const unknown = Object.keys(rule).find((member) => !MEMBERS.has(member));
  if (unknown !== undefined) return `${unknown.slice(0, MAX_SHOWN_NAME)} is not a member of a rule`;
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

/** Validates rules and reports the first error. */
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

function matches(rule: AutoAnswerRuleWire, { username, clientId }: PromptFacts): boolean {
  const isUser = rule.username === undefined || rule.username.toLowerCase() === username.toLowerCase();
  return isUser && (rule.clientId === undefined || rule.clientId === clientId);
}

/** The answer of the first matching rule. Its delay starts at the prompt's arrival, on the realm's clock. */
export function planAnswer(
  rules: readonly AutoAnswerRuleWire[],
  facts: PromptFacts,
): PromptWire['automatic'] {
  const rule = rules.find((candidate) => matches(candidate, facts));
  if (rule === undefined || rule.answer === 'never') return undefined;
  return { answer: rule.answer, at: facts.receivedAt + rule.afterSeconds * 1000 };
}

/** Rules are stored in a realm attribute. An invalid value is logged once. */
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
    forget: (realm) => {
      read.delete(realm);
    },
    planFor: (facts) => planAnswer(listRules(facts.realm), facts),
  };
}
