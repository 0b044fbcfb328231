// Encodes and decodes messages as bindings carry them, in base64 and DEFLATE, with a size limit.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decodeBase64 } from '#protocol/crypto/xml-signature.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { XML_LIMITS } from '#protocol/xml/scan-xml.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const PACKED = 'SAML Bindings §3.4.4.1';
const PLAIN = 'SAML Bindings §3.5.4';

/** The required encoding, by the section that defines it. */
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
  return decodeBase64(value) ?? refuse(`the message is not base64${explainText(value)}`, section);
}

const LOST_PLUS = 'it has blanks, which is what + becomes when it is not sent as %2B';

/** Common mistakes in base64, as the end of a sentence; empty if none is recognized. */
function explainText(value: string): string {
  if (value.trim() === '') return ': it is empty';
  if (/^\s*</.test(value)) return ': it is the XML itself';
  if (/[-_]/.test(value)) return ': it has - or _, as base64url writes it, in place of + and /';
  if (value.includes('%')) return ': it is percent-encoded twice';
  if (value.includes(' ')) return `: ${LOST_PLUS}`;
  return value.replace(/\s/g, '').length % 4 === 0 ? '' : ': its end is missing, or the = that fill it up';
}

function explainBytes(bytes: Buffer, value: string): string {
  if (looksLikeXml(bytes)) return 'it is not DEFLATE but the XML itself, as HTTP-POST carries it';
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'it is not DEFLATE but gzip';
  // RFC 1950 §2.2: four bits name the method, and both bytes together are a multiple of 31.
  const isZlib = bytes.length > 1 && (bytes[0] ?? 0) % 16 === 8 && bytes.readUInt16BE(0) % 31 === 0;
  if (isZlib) return 'it is not DEFLATE alone but begins with the header of zlib';
  return value.includes(' ') ? LOST_PLUS : 'it is not DEFLATE, or it ends early';
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

/** Raw DEFLATE (RFC 1951); stops once the output exceeds the size limit. */
function inflate(value: string, section: string, bytes: Buffer = decode(value, section)): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: XML_LIMITS.characters });
  } catch (cause) {
    const tooLong = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    return refuse(
      tooLong
        ? `the message unpacks to more than ${XML_LIMITS.characters} bytes`
        : `the message cannot be unpacked: ${explainBytes(bytes, value)}`,
      section,
      cause,
    );
  }
}

/**
 * The XML of a message in a query: base64 of DEFLATE (SAML Bindings §3.4.4.1).
 * @throws {SamlStatusError} `invalid_token` for any other encoding, or above the size limit.
 */
export function inflateMessage(value: string): string {
  return readUtf8(inflate(value, PACKED), PACKED);
}

/**
 * The XML of a message in a form: base64 (SAML Bindings §3.5.4).
 * Compat: compressed messages are accepted; many service providers compress in every binding.
 * @throws {SamlStatusError} as {@link inflateMessage}.
 */
export function decodeMessage(value: string): string {
  const bytes = decode(value, PLAIN);
  return readUtf8(looksLikeXml(bytes) ? bytes : inflate(value, PLAIN, bytes), PLAIN);
}

/** Whether a tag or declaration comes first. No compressed message starts so. */
function looksLikeXml(bytes: Buffer): boolean {
  return /^(?:\u00EF\u00BB\u00BF)?[ \t\r\n]*<[A-Za-z_?!]/.test(bytes.subarray(0, 256).toString('latin1'));
}

/** A message for a query: base64 of DEFLATE, not yet percent-encoded (SAML Bindings §3.4.4.1). */
export function deflateMessage(xml: string): string {
  return deflateRawSync(xml).toString('base64');
}
