// Shows the value of a setting that a fix changes, as lines of text.

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** No lines: not set. The parts of a list, or of an attribute with `##` between them, have a line each. */
export function showFixValue(value: unknown): readonly string[] {
  if (value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.map(asText);
  return asText(value).split('##');
}
