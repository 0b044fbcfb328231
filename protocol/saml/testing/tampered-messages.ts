// Every tampered message in fixtures/saml, how it is made and why it is rejected. Run directly, it writes the
// files.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { SamlErrorCode } from '#protocol/errors/saml-status-error.ts';
import { MISSHAPEN } from './misshapen-signatures.ts';
import { type MessageKind, makeMessage, makeSignedMessage, swap } from './tampering.ts';
import { UNACCEPTABLE } from './unacceptable-messages.ts';
import { UNFITTING } from './unfitting-signatures.ts';
import { UNREADABLE } from './unreadable-messages.ts';
import { wrapSignatures } from './wrapped-messages.ts';

/** A file in fixtures/saml. */
export interface TamperedMessage {
  /** Without extension: `.xml`, or `.txt` for raw values of `SAMLRequest`. */
  readonly name: string;
  readonly about: string;
  readonly content: string;
  readonly parameter: 'SAMLRequest' | 'SAMLResponse';
  readonly code: SamlErrorCode;
  /** The reason in Activity. */
  readonly reason: RegExp;
  /** Whether the content is a raw query parameter. */
  readonly raw?: true;
}

type Case = readonly [name: string, about: string, content: string, code: SamlErrorCode, reason: RegExp];

/** Values of the query parameter that do not decode to XML. */
function undecodable(): readonly Case[] {
  const message = deflateRawSync(makeMessage('AuthnRequest'));
  const bomb = deflateRawSync(`<a>${' '.repeat(4 * 1024 * 1024)}</a>`, { level: 9 });
  const plain = Buffer.from(makeMessage('AuthnRequest'));
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['deflate-bomb', bomb.toString('base64'), /unpacks to more than 1048576 bytes/],
    ['deflate-truncated', message.subarray(0, -20).toString('base64'), /ends early/],
    ['not-deflate', plain.toString('base64'), /not DEFLATE/],
    ['not-base64', '*** no base64 ***', /not base64/],
  ];
  return cases.map(([name, content, reason]) => [name, '', content, 'invalid_token', reason]);
}

/** All three messages in all eight forms. */
async function wrapped(): Promise<readonly TamperedMessage[]> {
  const kinds: readonly MessageKind[] = ['AuthnRequest', 'LogoutRequest', 'LogoutResponse'];
  const names = {
    AuthnRequest: 'authn-request',
    LogoutRequest: 'logout-request',
    LogoutResponse: 'logout-response',
  };
  const all = kinds.map(
    async (kind): Promise<readonly TamperedMessage[]> =>
      (await wrapSignatures(kind)).map(({ form, about, xml, reason }) => ({
        name: `wrapped-${form}-${names[kind]}`,
        about: `Signature wrapping, form ${form}: ${about}`,
        content: xml,
        parameter: kind === 'LogoutResponse' ? 'SAMLResponse' : 'SAMLRequest',
        code: 'invalid_signature',
        reason,
      })),
  );
  return (await Promise.all(all)).flat();
}

export async function listTamperedMessages(): Promise<readonly TamperedMessage[]> {
  const cases: readonly Case[] = [
    ...UNREADABLE.map(([name, about, xml, reason]): Case => [name, about, xml, 'invalid_token', reason]),
    ...[...MISSHAPEN, ...UNFITTING].map(
      ([name, about, xml, reason]): Case => [name, about, xml, 'invalid_signature', reason],
    ),
    ...UNACCEPTABLE,
  ];
  const toMessage = ([name, about, content, code, reason]: Case): TamperedMessage => ({
    name,
    about,
    content,
    parameter: 'SAMLRequest',
    code,
    reason,
  });
  return [
    ...(await wrapped()),
    ...cases.map(toMessage),
    ...undecodable().map((each): TamperedMessage => ({ ...toMessage(each), raw: true })),
  ];
}

/** Untampered messages by name, which show that only the tampering causes a rejection. */
export async function listSoundMessages(): Promise<Readonly<Record<string, string>>> {
  const signed = (kind: MessageKind, id: string): Promise<string> => makeSignedMessage(kind, { id });
  const withComment = await signed('AuthnRequest', '_comment');
  return {
    'sound-authn-request': await signed('AuthnRequest', '_sound'),
    'sound-comment-inside-value': swap(
      withComment,
      'sp.example/metadata',
      'sp.example/<!-- cut? -->metadata',
    ),
    'sound-logout-request': await signed('LogoutRequest', '_logout'),
  };
}

/** The file of a message; XML files start with a comment that explains the fault. */
export function fileOf({
  name,
  about,
  content,
  raw,
}: Pick<TamperedMessage, 'name' | 'about' | 'content' | 'raw'>): {
  readonly file: string;
  readonly text: string;
} {
  if (raw === true) return { file: `${name}.txt`, text: content };
  const comment = content.startsWith('<?xml') ? '' : `<!-- ${about}. -->\n`;
  return { file: `${name}.xml`, text: comment + content };
}

/** Every file of fixtures/saml except its README. */
export async function listFiles(): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const sound = Object.entries(await listSoundMessages()).map(([name, content]) =>
    fileOf({ name, about: 'An untampered message', content }),
  );
  return [...sound, ...(await listTamperedMessages()).map(fileOf)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { file, text } of await listFiles())
    writeFileSync(new URL(`../../../fixtures/saml/${file}`, import.meta.url), text);
}
