// Reads the QR codes of pages as a scanner does.
import { inflateSync } from 'node:zlib';
import { decodeQR } from 'qr/decode.js';

interface DecodedQrCode {
  readonly text: string;
  /** Whether each pixel is white. */
  readonly rows: readonly (readonly boolean[])[];
}

/** Data of the chunks of a type. PNG §5.3. */
function readChunks(png: Buffer, type: string): Buffer {
  const found: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === type)
      found.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return Buffer.concat(found);
}

/** `image`: a PNG with one bit a pixel and without filters, in base64. @throws {Error} when no code is found. */
export function decodeQrCode(image: string | undefined): DecodedQrCode {
  const png = Buffer.from(image ?? '', 'base64');
  const width = readChunks(png, 'IHDR').readUInt32BE(0);
  const data = inflateSync(readChunks(png, 'IDAT'));
  const bytes = 1 + Math.ceil(width / 8);
  const rows = Array.from({ length: data.length / bytes }, (_row, y) =>
    Array.from({ length: width }, (_pixel, x) => {
      const byte = data.readUInt8(y * bytes + 1 + (x >> 3));
      return (byte & (0x80 >> (x & 7))) !== 0;
    }),
  );
  const pixels = Uint8Array.from(rows.flat().flatMap((isWhite) => Array<number>(3).fill(isWhite ? 255 : 0)));
  return { text: decodeQR({ width, height: rows.length, data: pixels }), rows };
}
