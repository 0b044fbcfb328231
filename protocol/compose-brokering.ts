// Sign-in through other identity providers, and the stand-ins for those that cannot be reached.
import { createBrokerRoutes } from './broker/broker-routes.ts';
import type { BrokerDeps } from './broker/brokering.ts';
import type { Route } from './http/exchange.ts';
import { createStandIns, type StandInDeps } from './stand-ins/stand-ins.ts';

export function composeBrokering(given: Omit<BrokerDeps, 'findStandIn'> & StandInDeps): readonly Route[] {
  const standIns = createStandIns(given);
  return [...createBrokerRoutes({ ...given, findStandIn: standIns.find }), ...standIns.routes];
}
