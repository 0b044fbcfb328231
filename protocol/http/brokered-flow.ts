// Both sides of a sign-in through another identity provider, if this server is both: one flow of Activity, one language.
import type { Exchange } from './exchange.ts';

/** The parameter that names the flow, in URLs of this server only. */
const PARAMETER = 'understudy_flow';

/** The URL with the flow, if it leads to this server; any other URL as it is. */
export function withBrokeredFlow(
  { baseUrl, activity }: Pick<Exchange, 'baseUrl' | 'activity'>,
  url: string,
): string {
  const parsed = new URL(url);
  if (parsed.origin !== new URL(baseUrl).origin) return url;
  parsed.searchParams.set(PARAMETER, activity.flow);
  return parsed.href;
}

/** Adds the exchange to the flow of the sign-in that it is part of, if its query names one. */
export function joinBrokeredFlow({ query, activity }: Pick<Exchange, 'query' | 'activity'>): void {
  const flow = query.get(PARAMETER);
  if (flow !== undefined && flow !== '') activity.joinFlow(flow);
}

/** The parameter with the language of the sign-in page, in URLs of stand-ins only. */
const LANGUAGE = 'understudy_language';

export function withBrokeredLanguage(url: string, locale: string): string {
  const parsed = new URL(url);
  parsed.searchParams.set(LANGUAGE, locale);
  return parsed.href;
}

/** The language of the page that has sent the browser here; undefined: none did. */
export function brokeredLanguage({ query }: Pick<Exchange, 'query'>): string | undefined {
  return query.get(LANGUAGE);
}
