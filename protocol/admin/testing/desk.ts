// For the tests of this folder: an authentication device behind the admin API whose prompts the test puts there itself.
import type { AutoAnswerRuleWire, DeviceCodeWire, PromptWire } from '#protocol/contract/device.ts';
import type { DeviceAccess, PromptAnswered } from '../emulator-api/device-access.ts';

/** The device, and what the test fills in. */
export interface TestDesk {
  readonly device: DeviceAccess;
  /** By id. */
  readonly prompts: Map<string, PromptWire>;
  readonly codes: DeviceCodeWire[];
  /** How answers end from now on. */
  outcome: PromptAnswered['outcome'];
  /** Answers that came, as `realm id, prompt, answer, by`. */
  readonly answers: (readonly [realmId: string, id: string, answer: string, by: string])[];
  /** Ids of realms whose history was cleared. */
  readonly cleared: string[];
  rules: readonly AutoAnswerRuleWire[];
  /** Tells those who listen to the live stream. */
  tell(prompt: PromptWire): void;
}

/** The one key that is right, of realm shop. */
export const ANSWER_KEY = 'the+key';

/** A prompt of realm shop that waits. */
export function testPrompt(changes: Partial<PromptWire> = {}): PromptWire {
  return {
    id: 'p1',
    realm: 'shop',
    flow: 'f1',
    clientId: 'till',
    clientName: 'Till',
    username: 'ann',
    name: 'Ann',
    consentRequired: false,
    scopes: [],
    parameters: {},
    receivedAt: 0,
    expiresAt: 1000,
    state: 'pending',
    ...changes,
  };
}

/** Makes an empty desk. */
export function createTestDesk(): TestDesk {
  const listeners = new Set<(prompt: PromptWire) => void>();
  const ofState = (isPending: boolean): PromptWire[] =>
    [...desk.prompts.values()].filter(({ state }) => (state === 'pending') === isPending);
  const device: DeviceAccess = {
    list: () => ({ pending: ofState(true), answered: ofState(false) }),
    findByRequest: (_realmId, authReqId) => (authReqId === 'request-1' ? 'p1' : undefined),
    async answer(...answer) {
      desk.answers.push(answer);
      const prompt = desk.prompts.get(answer[1]);
      return prompt === undefined ? undefined : { outcome: desk.outcome, prompt };
    },
    clearAnswered: (realmId) => desk.cleared.push(realmId),
    rulesOf: () => desk.rules,
    async keepRules(_realm, json) {
      if (!Array.isArray(json)) return { problem: '[0]: answer must be one of approve, deny' };
      desk.rules = json as readonly AutoAnswerRuleWire[];
      return { rules: desk.rules };
    },
    answerKeyOf: async () => ANSWER_KEY,
    isAnswerKey: (realmName, text) => realmName === 'shop' && text === ANSWER_KEY,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    codes: () => desk.codes,
    authenticationEntity: undefined,
  };
  const desk: TestDesk = {
    device,
    prompts: new Map(),
    codes: [],
    outcome: 'taken',
    answers: [],
    cleared: [],
    rules: [],
    tell: (prompt) => {
      for (const listener of listeners) listener(prompt);
    },
  };
  return desk;
}
