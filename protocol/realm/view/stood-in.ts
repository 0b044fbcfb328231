// Whether a stand-in takes the place of an identity provider: as its setting says, or by where the provider is.
import { networkInterfaces } from 'node:os';
import type { StandInReasonWire } from '#protocol/contract/identity-providers.ts';
import { STAND_IN_SETTING } from '#protocol/contract/stand-in-settings.ts';
import type { IdentityProvider } from './identity-providers.ts';
import { endpointsOf, isNetwork } from './provider-endpoints.ts';

/** The realm of the provider, and where browsers reach this server. */
interface Place {
  readonly realm: { readonly name: string };
  readonly baseUrl: string;
}

/** Whether a provider is stood in for, and why. */
interface StandInJudgement {
  readonly isStoodIn: boolean;
  readonly reason: StandInReasonWire;
}

/**
 * Social networks have stand-ins; other providers do unless they are on this machine. Choice: in the realm master, whose
 * administrators control the server, only if the setting says so.
 */
export function judgeStandIn({ realm, baseUrl }: Place, provider: IdentityProvider): StandInJudgement {
  const setting = provider.config[STAND_IN_SETTING];
  if (setting === 'always') return { isStoodIn: true, reason: 'always' };
  if (setting === 'never') return { isStoodIn: false, reason: 'never' };
  if (realm.name === 'master') return { isStoodIn: false, reason: 'master' };
  if (isNetwork(provider)) return { isStoodIn: true, reason: 'network' };
  const { authorization, token } = endpointsOf(provider, baseUrl);
  const hosts = [authorization, token].map(hostOf);
  const isElsewhere = hosts.every((host) => host === undefined || !isHere(host, hostOf(baseUrl)));
  return { isStoodIn: isElsewhere, reason: isElsewhere ? 'elsewhere' : 'here' };
}

export function isStoodIn(place: Place, provider: IdentityProvider): boolean {
  return judgeStandIn(place, provider).isStoodIn;
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
