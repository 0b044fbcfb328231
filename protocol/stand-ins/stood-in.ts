// Whether a stand-in takes the place of an identity provider: as its setting says, or by where the provider is.
import { networkInterfaces } from 'node:os';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { endpointsOf, isNetwork } from '#protocol/realm/view/provider-endpoints.ts';

/** The setting of a provider: `auto`, `always` or `never`. */
const STAND_IN_SETTING = 'understudy.stand-in';

/**
 * Social networks have stand-ins; other providers do unless they are on this machine. Choice: in the realm master, whose
 * administrators control the server, only if the setting says so.
 */
export function isStoodIn(
  { realm, baseUrl }: Pick<RealmExchange, 'realm' | 'baseUrl'>,
  provider: IdentityProvider,
): boolean {
  const setting = provider.config[STAND_IN_SETTING];
  if (setting === 'always') return true;
  if (setting === 'never' || realm.name === 'master') return false;
  if (isNetwork(provider)) return true;
  const { authorization, token } = endpointsOf(provider);
  const hosts = [authorization, token].map(hostOf);
  return hosts.every((host) => host === undefined || !isHere(host, hostOf(baseUrl)));
}

function hostOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

/** Names by which containers and virtual machines reach the machine they run on. */
const HOST_NAMES: readonly string[] = ['localhost', 'host.docker.internal', 'host.containers.internal'];

/** Whether a host is this machine, or the name under which browsers know this server. */
function isHere(host: string, own: string | undefined): boolean {
  if (host === own || HOST_NAMES.includes(host) || host.endsWith('.localhost')) return true;
  if (/^127\./.test(host) || host === '::1' || host === '0.0.0.0') return true;
  return Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === host));
}
