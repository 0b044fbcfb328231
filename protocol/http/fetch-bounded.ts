// Fetches another server's document, limited in time and size.
import { checkWebAddress } from './web-address.ts';

export interface FetchLimits {
  /** Media types of the document. */
  readonly accept: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Begins the sentence about a document that is too large; default `the document`. */
  readonly name?: string;
  /** Default: the runtime's fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * The document as text. Redirects are not followed, so that an address cannot send the server elsewhere.
 * @throws {Error} for an address that is not http or https, another status than 2xx, and beyond a limit.
 */
export async function fetchBounded(url: string, limits: FetchLimits): Promise<string> {
  const { accept, timeoutMs, maxBytes, name = 'the document', fetch = globalThis.fetch } = limits;
  checkWebAddress(url);
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { headers: { accept }, redirect: 'error', signal });
  if (!response.ok) throw new Error(`the answer is ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new RangeError(`${name} is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
