// Signature wrapping in its eight classic forms, for messages from service providers.
import type { MessageKind } from './tampering.ts';
import { EVIL_ID, makeMessage, signMessage, swap } from './tampering.ts';

export interface WrappedMessage {
  /** 1 to 8. */
  readonly form: number;
  readonly about: string;
  readonly xml: string;
  /** The reason in Activity. */
  readonly reason: RegExp;
}

const WRAPPED = /refers to another element/;
const INSIDE = /not a direct child of the message/;
const BEYOND = /beyond what is accepted/;

/** In each form, an attacker's message carries the one that the service provider signed. */
export async function wrapSignatures(kind: MessageKind): Promise<readonly WrappedMessage[]> {
  const good = makeMessage(kind);
  const signature = await signMessage(good);
  const signed = makeMessage(kind, { signature });
  const evil = (parts: { first?: string; signature?: string; last?: string }): string =>
    makeMessage(kind, { id: EVIL_ID, ...parts });
  const within = (end: string, content: string): string => swap(signature, end, `${content}${end}`);
  const object = `<dsig:Object>${good}</dsig:Object>`;
  const forms: readonly (readonly [about: string, xml: string, reason: RegExp])[] = [
    [
      'the signed message inside the Signature',
      evil({ signature: within('</dsig:Signature>', good) }),
      BEYOND,
    ],
    ['the signed message before the detached Signature', evil({ signature: good + signature }), WRAPPED],
    ['the signed message as the first child', evil({ first: signed }), INSIDE],
    ['the signed message as the last child', evil({ last: signed }), INSIDE],
    ['the Signature moved up, the signed message at the end', evil({ signature, last: good }), WRAPPED],
    ['the signed message inside KeyInfo', evil({ signature: within('</dsig:KeyInfo>', good) }), WRAPPED],
    [
      'the signed message inside Extensions',
      evil({ signature: `<samlp:Extensions>${signed}</samlp:Extensions>` }),
      INSIDE,
    ],
    [
      'the signed message inside an Object of the Signature',
      evil({ signature: within('</dsig:Signature>', object) }),
      BEYOND,
    ],
  ];
  return forms.map(([about, xml, reason], index) => ({ form: index + 1, about, xml, reason }));
}
