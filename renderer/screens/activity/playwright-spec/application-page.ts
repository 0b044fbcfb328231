// The page of the application at which a recorded flow began.
import type { ActivityRecord } from '#protocol/contract/activity.ts';

function parseHttpUrl(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

function valuesOf({ request }: ActivityRecord, name: string): readonly string[] {
  const all = [...request.query, ...request.form, ...request.headers];
  return all.filter((value) => value.name === name).map(({ value }) => value);
}

/**
 * The page with the link to the server, or else the root of where the server sends the browser back to; undefined
 * when no browser was involved. Queries and fragments are left out: they belong to one visit.
 */
export function findApplicationPage(requests: readonly ActivityRecord[]): string | undefined {
  const hosts = new Set(requests.flatMap((request) => valuesOf(request, 'host')));
  const foreign = (text: string | undefined): readonly URL[] => {
    const url = parseHttpUrl(text);
    return url === undefined || hosts.has(url.host) ? [] : [url];
  };
  const browser = requests.filter(({ from }) => from === 'browser');
  const [referrer] = browser.flatMap((request) => valuesOf(request, 'referer')).flatMap(foreign);
  if (referrer !== undefined) return `${referrer.origin}${referrer.pathname}`;
  const targets = requests.flatMap((request) => [
    ...valuesOf(request, 'redirect_uri'),
    ...(request.response.location === undefined ? [] : [request.response.location.url]),
  ]);
  const [target] = targets.flatMap(foreign);
  return target === undefined ? undefined : `${target.origin}/`;
}
