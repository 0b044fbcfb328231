// Parses uploads (multipart/form-data): the fields of a form, of which files are read as text.
import type { Parameters } from './exchange.ts';
import { listParameters, MAX_PARAMETERS } from './parameters.ts';
import { RequestFault } from './request-fault.ts';

function fault(description: string): RequestFault {
  return new RequestFault(400, 'invalid_request', description, { section: 'RFC 7578 §4' });
}

/** The text between the parts. @throws {RequestFault} 400. */
function readBoundary(contentType: string): string {
  const found = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined || boundary.length > 70)
    throw fault('The Content-Type of the upload has no valid boundary.');
  return boundary;
}

const LINE = '\r\n';

/** @throws {RequestFault} 400. */
function parsePart(part: string): readonly [name: string, value: string] {
  const end = part.indexOf(LINE + LINE);
  const headers = end === -1 ? '' : part.slice(0, end);
  const name = /^content-disposition:\s*form-data;(?:.*;)?\s*name="([^"]*)"/im.exec(headers)?.[1];
  if (name === undefined) throw fault('A part of the upload has no name.');
  return [name, part.slice(end + LINE.length * 2)];
}

/**
 * The fields in their order. `text` is the body, decoded.
 * @throws {RequestFault} 400 for a body that is not complete, and a part without a name. RFC 7578 §4, RFC 2046 §5.1.
 */
export function parseMultipart(text: string, contentType: string): Parameters {
  const delimiter = `${LINE}--${readBoundary(contentType)}`;
  const [, ...parts] = `${LINE}${text}`.split(delimiter);
  const end = parts.pop();
  if (end?.startsWith('--') !== true) throw fault('The upload is not complete.');
  if (parts.length > MAX_PARAMETERS) throw fault(`There are more than ${MAX_PARAMETERS} parts.`);
  return listParameters(parts.map((part) => parsePart(part.replace(/^[ \t]*\r\n/, ''))));
}
