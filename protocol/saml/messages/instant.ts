// Parses SAML instants: xs:dateTime in UTC.

const PATTERN = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?(Z|[+-]\d\d:\d\d)?$/;

/** Milliseconds since the epoch; undefined if not an xs:dateTime. The default is UTC. SAML Core §1.3.3. */
export function parseInstant(text: string): number | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  // Precision ends at milliseconds.
  const normal = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`;
  const instant = Date.parse(normal);
  return Number.isNaN(instant) ? undefined : instant;
}
