// Names of operating systems and browsers, read off the header User-Agent for people who look at their sessions.

/** Compat: the words of Keycloak's account API; `Unknown` and `Other` for what the header does not say. */
export interface Device {
  readonly os: string;
  readonly osVersion: string;
  /** `Chrome/142.0.0`. */
  readonly browser: string;
  /** The kind of device. */
  readonly device: string;
  readonly mobile: boolean;
}

/** What is kept of the header; callers control it. */
const MAX_LENGTH = 512;

type Named = readonly [pattern: RegExp, name: string];

/** The first that matches: names of the more special come first. The group is the version. */
const SYSTEMS: readonly Named[] = [
  [/Windows NT 10\.0/, 'Windows 10'],
  [/Windows NT ([\d.]+)/, 'Windows'],
  [/Android(?: ([\d.]+))?/, 'Android'],
  [/(?:iPhone|CPU)(?: iPhone)? OS ([\d_]+)/, 'iOS'],
  [/CrOS \S+ ([\d.]+)/, 'Chrome OS'],
  [/Mac OS X ([\d_.]+)/, 'Mac OS X'],
  [/Ubuntu/, 'Ubuntu'],
  [/Linux/, 'Linux'],
];

const BROWSERS: readonly Named[] = [
  [/Edg(?:e|A|iOS)?\/([\d.]+)/, 'Edge'],
  [/(?:OPR|Opera)\/([\d.]+)/, 'Opera'],
  [/SamsungBrowser\/([\d.]+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/([\d.]+)/, 'Firefox'],
  [/HeadlessChrome\/([\d.]+)/, 'HeadlessChrome'],
  [/(?:Chrome|CriOS)\/([\d.]+)/, 'Chrome'],
  [/Version\/([\d.]+).* Safari\//, 'Safari'],
  [/curl\/([\d.]+)/, 'curl'],
];

function findName(text: string, names: readonly Named[]): { name: string; version: string } | undefined {
  for (const [pattern, name] of names) {
    const match = pattern.exec(text);
    if (match !== null) return { name, version: (match[1] ?? '').replaceAll('_', '.') };
  }
  return undefined;
}

/** Compat: at most three numbers. */
const shortVersion = (version: string): string => version.split('.').slice(0, 3).join('.');

const KINDS: readonly Named[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Macintosh/, 'Mac'],
];

/** The device of a session; `header`: as kept by {@link keptUserAgent}. */
export function readUserAgent(header: string | undefined): Device {
  const text = header ?? '';
  const system = findName(text, SYSTEMS);
  const browser = findName(text, BROWSERS);
  return {
    os: system?.name ?? 'Unknown',
    osVersion: shortVersion(system?.version ?? '') || 'Unknown',
    browser:
      browser === undefined
        ? 'Unknown/Unknown'
        : `${browser.name}/${shortVersion(browser.version) || 'Unknown'}`,
    device: findName(text, KINDS)?.name ?? 'Other',
    mobile: /Mobile|Android|iPhone|iPad/.test(text),
  };
}

/** What a session keeps of the header. */
export function keptUserAgent(header: string | undefined): string | undefined {
  return header === undefined || header === '' ? undefined : header.slice(0, MAX_LENGTH);
}
