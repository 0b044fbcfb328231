// Limits the nesting of JSON before it is parsed, so that nothing that walks the value overflows the stack.
import { RequestFault } from './request-fault.ts';

/** Maximum nesting of arrays and objects. */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Index of the closing quote of the string that begins at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** Checks nesting only. @throws {RequestFault} 400 when deeper than {@link MAX_JSON_DEPTH}. RFC 8259 §9. */
export function checkJsonDepth(text: string): void {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) index = endOfString(text, index);
    // Brackets and braces differ in one bit: [ ] 0x5b 0x5d, { } 0x7b 0x7d.
    else if ((character | 0x20) === 0x7b) depth += 1;
    else if ((character | 0x20) === 0x7d) depth -= 1;
    if (depth > MAX_JSON_DEPTH) {
      throw new RequestFault(400, 'invalid_request', `The body nests deeper than ${MAX_JSON_DEPTH} levels.`, {
        section: 'RFC 8259 §9',
      });
    }
  }
}
