// Draws a text as a QR code: a small image that needs no script, in colours that every scanner reads.
import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

/** Modules around the code, within the image: scanners need them, also on a dark page. ISO/IEC 18004 §6.3.8. */
const QUIET_ZONE = 4;
/** Pixels of a module. */
const SCALE = 4;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG §5.3: length, type, data, checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(data.length, 0);
  content.copy(framed, 4);
  framed.writeUInt32BE(crc32(content), content.length + 4);
  return framed;
}

/** A row of pixels, eight in a byte: 1 is white. The first byte is the filter, which is none. */
function toLine(modules: readonly boolean[]): Buffer {
  const line = Buffer.alloc(1 + Math.ceil((modules.length * SCALE) / 8));
  for (let x = 0; x < modules.length * SCALE; x += 1) {
    if (modules[Math.floor(x / SCALE)] === true) continue;
    const place = 1 + (x >> 3);
    line.writeUInt8(line.readUInt8(place) | (0x80 >> (x & 7)), place);
  }
  return line;
}

/** PNG §11.2.2: one bit a pixel, shades of grey. */
function toPng(rows: readonly (readonly boolean[])[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(rows.length * SCALE, 0);
  header.writeUInt32BE(rows.length * SCALE, 4);
  header.writeUInt8(1, 8);
  const lines = rows.flatMap((row) => Array.from({ length: SCALE }, () => toLine(row)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The longest text of a code: version 40 with the lowest error correction. ISO/IEC 18004 §7.1. */
const MAX_BYTES = 2953;

/**
 * The code as PNG in base64, black on white; undefined for a text that is too long for one. Compat: an image like
 * Keycloak's, so that test suites that decode it can do so here (docs/decisions/0206-qr-codes.md).
 */
export function drawQrCode(text: string): string | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return undefined;
  return toPng(encodeQR(text, 'raw', { ecc: 'low', border: QUIET_ZONE })).toString('base64');
}
