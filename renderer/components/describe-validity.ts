// The validity of a certificate, in words.
import { formatInstant } from '../ui/instant.ts';

/** The validity period as text, and whether the certificate is valid now. */
export interface Validity {
  readonly text: string;
  readonly isValid: boolean;
}

/** `now` is the realm's time in milliseconds, which may differ from real time. */
export function describeValidity(
  { validFrom, validTo }: { readonly validFrom: number; readonly validTo: number },
  now: number,
): Validity {
  const span = `${formatInstant(validFrom)} to ${formatInstant(validTo)}`;
  if (now < validFrom) return { text: `${span} (not yet valid by the realm’s clock)`, isValid: false };
  if (now > validTo) return { text: `${span} (expired by the realm’s clock)`, isValid: false };
  return { text: span, isValid: true };
}
