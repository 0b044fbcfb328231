// Whether a certificate holds now, in words.
import { formatInstant } from '../ui/instant.ts';

/** Words, and whether it holds. */
export interface Validity {
  readonly words: string;
  readonly holds: boolean;
}

/** `now` in milliseconds of the realm's clock, which may have been moved. */
export function describeValidity(
  { validFrom, validTo }: { readonly validFrom: number; readonly validTo: number },
  now: number,
): Validity {
  const span = `${formatInstant(validFrom)} to ${formatInstant(validTo)}`;
  if (now < validFrom) return { words: `${span}: not yet valid, by the realm’s clock`, holds: false };
  if (now > validTo) return { words: `${span}: expired, by the realm’s clock`, holds: false };
  return { words: span, holds: true };
}
