// How to have a refused request accepted: a sentence, and if a single setting does it, the change itself.
import { describeFix, type FixWire } from '#protocol/contract/fixes.ts';

/** A sentence with the change that it describes. */
export interface FixableRemedy {
  readonly text: string;
  readonly fix: FixWire;
}

export type Remedy = string | FixableRemedy;

/** The parts of a remedy as errors keep them. */
export interface RemedyParts {
  readonly remedy: string | undefined;
  readonly fix: FixWire | undefined;
}

/** `text` only if it says more than the change itself. */
export function fixable(fix: FixWire, text: string = describeFix(fix)): FixableRemedy {
  return { text, fix };
}

/** For `seconds` of a fix: how long something should have been valid to be accepted at `now` (milliseconds). */
export function secondsNeeded(lifespanSeconds: number, expiresAt: number, now: number): number {
  return lifespanSeconds + Math.floor((now - expiresAt) / 1000) + 1;
}

export function splitRemedy(remedy: Remedy | undefined): RemedyParts {
  return typeof remedy === 'object' ? { remedy: remedy.text, fix: remedy.fix } : { remedy, fix: undefined };
}

/** The remedy of an error, for another error about the same cause. */
export function remedyOf({ remedy, fix }: RemedyParts): Remedy | undefined {
  return remedy === undefined || fix === undefined ? remedy : { text: remedy, fix };
}
