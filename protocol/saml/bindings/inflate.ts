// Messages as bindings carry them, in base64 and compressed: taken apart within bounds, put together.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decodeBase64 } from '#protocol/crypto/xml-signature.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { XML_LIMITS } from '#protocol/xml/scan-xml.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const PACKED = 'SAML Bindings §3.4.4.1';
const PLAIN = 'SAML Bindings §3.5.4';

/** How a message is to be packed, by the section that says so. */
const REMEDIES: Readonly<Record<string, string>> = {
  [PACKED]:
    'Pack the message with DEFLATE (RFC 1951, without the header of zlib), then base64, then percent-encoding',
  [PLAIN]: 'Send the message as base64 of its UTF-8 text',
};

function refuse(reason: string, section: string, cause?: unknown): never {
  const remedy = `${REMEDIES[section]}; it may have at most ${XML_LIMITS.characters} bytes.`;
  throw new SamlStatusError('invalid_token', { reason, remedy, section, cause });
}

function decode(value: string, section: string): Buffer {
  return decodeBase64(value) ?? refuse('the message is not base64', section);
}

function readUtf8(bytes: Buffer, section: string): string {
  if (bytes.length > XML_LIMITS.characters)
    refuse(`the message is longer than ${XML_LIMITS.characters} bytes`, section);
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    return refuse('the message is not UTF-8', section, cause);
  }
}

/** DEFLATE without zlib's header (RFC 1951), given up as soon as more comes out than a message may have. */
function inflate(bytes: Buffer, section: string): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: XML_LIMITS.characters });
  } catch (cause) {
    const tooLong = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    return refuse(
      tooLong
        ? `the message unpacks to more than ${XML_LIMITS.characters} bytes`
        : 'the message cannot be unpacked: it is not DEFLATE, or it ends early',
      section,
      cause,
    );
  }
}

/**
 * The XML of a message in a query: base64 of DEFLATE (SAML Bindings §3.4.4.1).
 * @throws {SamlStatusError} `invalid_token` for anything else, and for what unpacks to more than a message may have.
 */
export function inflateMessage(value: string): string {
  return readUtf8(inflate(decode(value, PACKED), PACKED), PACKED);
}

/**
 * The XML of a message in a form: base64 (SAML Bindings §3.5.4).
 * Compat: compressed ones are unpacked; service providers that compress in every binding are common.
 * @throws {SamlStatusError} as {@link inflateMessage}.
 */
export function decodeMessage(value: string): string {
  const bytes = decode(value, PLAIN);
  return readUtf8(looksLikeXml(bytes) ? bytes : inflate(bytes, PLAIN), PLAIN);
}

/** Whether a tag or a declaration comes first, after a byte order mark and white space; no compressed message begins like that. */
function looksLikeXml(bytes: Buffer): boolean {
  return /^(?:\u00EF\u00BB\u00BF)?[ \t\r\n]*<[A-Za-z_?!]/.test(bytes.subarray(0, 256).toString('latin1'));
}

/** A message for a query: base64 of DEFLATE, not yet percent-encoded (SAML Bindings §3.4.4.1). */
export function deflateMessage(xml: string): string {
  return deflateRawSync(xml).toString('base64');
}
