// Parameters of a recorded request, read leniently: the server may have rejected it for the same reason.
import { decodeLeniently } from '#protocol/http/masking.ts';

type Pair = readonly [name: string, value: string];

/** Pairs of a query or form, in their order. */
export function readPairs(text: string): Pair[] {
  const pairs = text.split('&').filter((part) => part !== '');
  return pairs.map((part) => {
    const equals = part.indexOf('=');
    const name = decodeLeniently(equals === -1 ? part : part.slice(0, equals));
    return [name, equals === -1 ? '' : decodeLeniently(part.slice(equals + 1))];
  });
}
