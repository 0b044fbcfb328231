// Tells the person who runs the server from everybody else.
import type { Exchange } from '#protocol/http/exchange.ts';
import { isLoopbackHost } from '#protocol/http/host-policy.ts';

/**
 * Whether the request comes from this machine and was addressed to it by a loopback name. Only then pages tell reasons and
 * remedies, which name settings of clients. Choice: docs/differences-to-keycloak.md, "Reasons on error pages".
 */
export function isOperator(exchange: Pick<Exchange, 'remoteAddress' | 'baseUrl'>): boolean {
  const address = exchange.remoteAddress.replace(/^::ffff:/i, '');
  return isLoopbackHost(address) && isLoopbackHost(new URL(exchange.baseUrl).hostname);
}
