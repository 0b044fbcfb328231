// Reads a text file line by line with the position of each line in bytes.
import { open } from 'node:fs/promises';

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

const NEWLINE = 0x0a;

/** A line without its end. */
export interface FileLine {
  readonly bytes: Buffer;
  /** Position of the first byte in the file. */
  readonly start: number;
  /** Position after the line's end. */
  readonly end: number;
  /** Whether the file ends without a newline after it. */
  readonly isCut: boolean;
}

/** The lines between two positions, which are those of lines. */
export async function* readLines(
  path: string,
  { start = 0, end = Number.POSITIVE_INFINITY }: { readonly start?: number; readonly end?: number } = {},
): AsyncGenerator<FileLine, void> {
  const handle = await open(path, 'r');
  try {
    let rest: Buffer[] = [];
    let restStart = start;
    for (let position = start; position < end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, end - position));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        const bytes = Buffer.concat([...rest, chunk.subarray(from, at)]);
        rest = [];
        from = at + 1;
        yield { bytes, start: restStart, end: position + from, isCut: false };
        restStart = position + from;
      }
      if (from < bytesRead) rest.push(chunk.subarray(from));
      position += bytesRead;
    }
    const bytes = Buffer.concat(rest);
    if (bytes.length > 0) yield { bytes, start: restStart, end: restStart + bytes.length, isCut: true };
  } finally {
    await handle.close();
  }
}
