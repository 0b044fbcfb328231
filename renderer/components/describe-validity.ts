// The validity of a certificate, in words.

import { text } from '../texts/text.ts';
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
  const span = { from: formatInstant(validFrom), to: formatInstant(validTo) };
  if (now < validFrom) return { text: text('components:certificate.notYet', span), isValid: false };
  if (now > validTo) return { text: text('components:certificate.expired', span), isValid: false };
  return { text: text('components:certificate.span', span), isValid: true };
}
