// Sign-in through other identity providers, and the stand-ins for those that cannot be reached.
import { createBrokerRoutes } from './broker/broker-routes.ts';
import type { BrokerDeps } from './broker/brokering.ts';
import { createUpstreamVisits } from './broker/oidc/upstream-logout.ts';
import { renderBrokerDescriptor } from './broker/saml/descriptor.ts';
import { createProviderSignOut, PROVIDER_LOGOUT } from './broker/saml/provider-logout.ts';
import { createSamlParts, type SamlPartsDeps } from './broker/saml/saml-parts.ts';
import { createUpstreamVisits as createSamlVisits } from './broker/saml/upstream-logout.ts';
import type { Route } from './http/exchange.ts';
import type { Login } from './login/sign-in.ts';
import type { FrontChannelParticipant, SignOutProtocol } from './login/sign-out.ts';
import type { DescribeForProvider } from './realm/clients/provider-description.ts';
import { createStandIns, type StandInDeps } from './stand-ins/stand-ins.ts';

interface Brokering {
  readonly routes: readonly Route[];
  /** Rows of the front-channel table: providers that the browser visits at a sign-out. */
  readonly frontChannel: readonly FrontChannelParticipant[];
  /** Rows of the sign-out protocol table. */
  readonly signOut: Readonly<Record<string, SignOutProtocol>>;
  readonly describeForProvider: DescribeForProvider;
}

export function composeBrokering(
  given: Omit<BrokerDeps, 'findStandIn' | 'saml' | 'tabs'> &
    StandInDeps &
    Omit<SamlPartsDeps, 'login'> & { readonly login: Login },
): Brokering {
  const standIns = createStandIns(given);
  const saml = createSamlParts(given);
  const findStandIn = standIns.find;
  const deps = { ...given, tabs: given.login.brokering, findStandIn, saml };
  return {
    routes: [...createBrokerRoutes(deps), ...standIns.routes],
    frontChannel: [
      createUpstreamVisits(findStandIn),
      createSamlVisits({ signers: saml.signers, findStandIn }),
    ],
    describeForProvider: async (place, provider) =>
      provider.type === 'saml' ? renderBrokerDescriptor(saml, place, provider) : undefined,
    signOut: { [PROVIDER_LOGOUT]: createProviderSignOut(saml) },
  };
}
