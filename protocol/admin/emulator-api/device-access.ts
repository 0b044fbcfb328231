// What the admin API asks of the authentication device and of the device grant; the composition root joins them.
import type { Clock } from '#protocol/clock.ts';
import type {
  AutoAnswerRuleWire,
  DeviceCodeWire,
  PromptAnswer,
  PromptWire,
} from '#protocol/contract/device.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';

/** How an answer ended: `late` when the prompt was answered before or has expired, `failed` when the server did not take it. */
export interface PromptAnswered {
  readonly outcome: 'taken' | 'failed' | 'late';
  readonly prompt: PromptWire;
}

/** The authentication device, for its administrators. */
export interface DeviceAccess {
  /** Prompts of a realm: those that wait, oldest first, and those that do not any more, newest answer first. */
  list(realmId: string): {
    readonly pending: readonly PromptWire[];
    readonly answered: readonly PromptWire[];
  };
  /** The id of the prompt of a CIBA request, by what its client was given; undefined when there is none by `now`. */
  findByRequest(realmId: string, authReqId: string, now: number): string | undefined;
  /** Resolves to undefined when there is no such prompt. */
  answer(
    realmId: string,
    id: string,
    answer: PromptAnswer,
    answeredBy: 'person' | 'link',
  ): Promise<PromptAnswered | undefined>;
  clearAnswered(realmId: string): void;
  listRules(realmName: string): readonly AutoAnswerRuleWire[];
  /** The rules as kept, or what is wrong with them. */
  keepRules(
    realm: { readonly id: string; readonly name: string },
    json: unknown,
  ): Promise<{ readonly rules: readonly AutoAnswerRuleWire[] } | { readonly problem: string }>;
  /** The key that answers prompts of the realm without a token; made when first asked for. */
  answerKeyOf(realmName: string): Promise<string>;
  isAnswerKey(realmName: string, text: string): boolean;
  /** Calls the listener when a prompt of any realm arrives or changes. */
  subscribe(listener: (prompt: PromptWire) => void): () => void;
  /** Codes of the device grant that wait for their person. */
  codes(place: {
    readonly realm: Realm;
    readonly baseUrl: string;
    readonly clock: Clock;
  }): readonly DeviceCodeWire[];
  /** The foreign authentication entity that is asked instead of this device; undefined: there is none. */
  readonly authenticationEntity: string | undefined;
}
