// What the admin API requires of the authentication device and the device grant.
import type { AutoAnswerRuleWire, PromptAnswer, PromptWire } from '#protocol/contract/device.ts';
import type { KitCodes, KitPrompts } from '#protocol/test-kit/wait-for-device.ts';

/** `late`: the prompt was already answered or has expired; `failed`: the server rejected the answer. */
export interface PromptAnswered {
  readonly outcome: 'taken' | 'failed' | 'late';
  readonly prompt: PromptWire;
}

export interface DeviceAccess extends KitPrompts {
  /** The realm's pending prompts, oldest first, and its answered or expired ones, newest answer first. */
  list(realmId: string): Promise<{
    readonly pending: readonly PromptWire[];
    readonly answered: readonly PromptWire[];
  }>;
  /** The prompt of a CIBA request, by the request's `auth_req_id`; undefined when there is none at `now`. */
  findByRequest(realmId: string, authReqId: string, now: number): Promise<string | undefined>;
  /** Resolves to undefined when there is no such prompt. */
  answer(
    realmId: string,
    id: string,
    answer: PromptAnswer,
    answeredBy: 'person' | 'link',
  ): Promise<PromptAnswered | undefined>;
  clearAnswered(realmId: string): Promise<void>;
  listRules(realmName: string): readonly AutoAnswerRuleWire[];
  /** Resolves to the stored rules, or to what is wrong with them. */
  keepRules(
    realm: { readonly id: string; readonly name: string },
    json: unknown,
  ): Promise<{ readonly rules: readonly AutoAnswerRuleWire[] } | { readonly problem: string }>;
  /** The key that answers the realm's prompts without a token; created on first use. */
  answerKeyOf(realmName: string): Promise<string>;
  isAnswerKey(realmName: string, text: string): boolean;
  /** Pending codes of the device grant. */
  readonly codes: KitCodes;
  /** URL of the external authentication entity that is used instead of this device; undefined: none. */
  readonly authenticationEntity: string | undefined;
}
