// Recognizes requests from the developer who runs the server.
import type { Exchange } from '#protocol/http/exchange.ts';
import { isLoopbackHost } from '#protocol/http/host-policy.ts';

/**
 * Whether the request comes from this machine and uses a loopback host name. Only then do pages show reasons
 * and remedies, which reveal client settings.
 * Choice: docs/differences-to-keycloak.md, "Reasons on error pages".
 */
export function isOperator(exchange: Pick<Exchange, 'remoteAddress' | 'baseUrl'>): boolean {
  const address = exchange.remoteAddress.replace(/^::ffff:/i, '');
  return isLoopbackHost(address) && isLoopbackHost(new URL(exchange.baseUrl).hostname);
}
