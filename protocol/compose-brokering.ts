// Sign-in through other identity providers, and the stand-ins for those that cannot be reached.
import { createBrokerRoutes } from './broker/broker-routes.ts';
import type { BrokerDeps } from './broker/brokering.ts';
import { createUpstreamVisits } from './broker/oidc/upstream-logout.ts';
import type { Route } from './http/exchange.ts';
import type { Login } from './login/sign-in.ts';
import type { FrontChannelParticipant } from './login/sign-out.ts';
import { createStandIns, type StandInDeps } from './stand-ins/stand-ins.ts';

interface Brokering {
  readonly routes: readonly Route[];
  /** Sends the browser to the provider when it signs out. */
  readonly frontChannel: FrontChannelParticipant;
}

export function composeBrokering(
  given: Omit<BrokerDeps, 'findStandIn' | 'tabs'> & StandInDeps & { readonly login: Login },
): Brokering {
  const standIns = createStandIns(given);
  const deps = { ...given, tabs: given.login.brokering, findStandIn: standIns.find };
  return {
    routes: [...createBrokerRoutes(deps), ...standIns.routes],
    frontChannel: createUpstreamVisits(standIns.find),
  };
}
