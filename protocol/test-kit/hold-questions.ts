// What servers say to each other about holds.
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import type { AnswerEditWire, HoldWire } from '#protocol/contract/holds.ts';
import type { ArmedMatches, MatchedFacts } from './armed-matches.ts';
import type { HeldDescription } from './holds.ts';
import type { KitError } from './kit-error.ts';

/** What a server asks or reports to the others about what they have armed. */
export type AskedOfAll =
  | { readonly do: 'say what is armed' }
  | ({ readonly do: 'know' } & ArmedMatches)
  | { readonly do: 'list' | 'clear'; readonly realmId: string };

/** What a server asks the one that has a hold. */
export type AskedOfOwner =
  | { readonly do: 'find'; readonly realmId: string; readonly id: string; readonly waitMs: number }
  | { readonly do: 'edit'; readonly realmId: string; readonly id: string; readonly edit: AnswerEditWire }
  | { readonly do: 'release' | 'remove'; readonly realmId: string; readonly id: string };

/** What servers say to each other about an exchange that `taking` names, which one keeps for another. */
export type AboutExchange =
  | ({ readonly do: 'take'; readonly taking: string; readonly exchangeId: string } & Offer)
  | { readonly do: 'edit exchange'; readonly taking: string; readonly edit: AnswerEditWire }
  | { readonly do: 'go on'; readonly taking: string; readonly owner: string; readonly said: string }
  | { readonly do: 'caller gone' | 'gone on'; readonly taking: string }
  | { readonly do: 'give back'; readonly taking: string; readonly owner: string };

export type HoldQuestion = AskedOfAll | AskedOfOwner | AboutExchange;

/** An exchange for which a hold is looked for. */
export interface Offer {
  readonly realmId: string;
  readonly endpoint: EndpointName;
  readonly facts: MatchedFacts;
  readonly described: HeldDescription;
}

export interface HoldAnswer {
  readonly from: string;
  readonly armed?: readonly ArmedMatches[];
  readonly holds?: readonly HoldWire[];
  readonly isRemoved?: boolean;
  readonly taken?: { readonly id: string; readonly limitMs: number };
  readonly described?: HeldDescription;
  readonly refusal?: Pick<KitError, 'status' | 'problem' | 'remedy'>;
}
