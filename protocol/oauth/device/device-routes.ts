// The routes of the device grant, and what they share with the grant at the token endpoint.
import type { ClientAuthentication } from '#protocol/client-authentication/client-authentication.ts';
import type { RealmRoute } from '#protocol/http/exchange.ts';
import type { Login, SignInProtocol } from '#protocol/login/sign-in.ts';
import type { Store } from '#protocol/store/store.ts';
import { omittingEmpty } from '../omit-empty.ts';
import { createDeviceAuthorizations, type DeviceAuthorizations } from './device-authorizations.ts';
import { createDeviceCodes, type DeviceCodes } from './device-codes.ts';
import { handleDeviceRequest } from './device-endpoint.ts';
import { renderResultPage } from './device-pages.ts';
import { createDeviceSignIn } from './device-sign-in.ts';
import { createGuessLimit } from './guess-limit.ts';
import { showUserCode, takeUserCode } from './user-code-endpoint.ts';

export interface DeviceDeps {
  readonly store: Store;
  readonly clientAuthentication: ClientAuthentication;
  readonly login: Login;
}

/** The device grant, except for polling. */
export interface DeviceParts {
  readonly devices: DeviceAuthorizations;
  readonly signIn: SignInProtocol;
  readonly codes: DeviceCodes;
  readonly routes: readonly RealmRoute[];
}

/** RFC 8628. */
export function createDeviceParts(given: DeviceDeps): DeviceParts {
  const devices = createDeviceAuthorizations(given.store);
  const deps = { ...given, devices, guesses: createGuessLimit(given.store) };
  const page = { realm: true, path: '/realms/:realm/device' } as const;
  const routes: readonly RealmRoute[] = [
    {
      realm: true,
      method: 'POST',
      path: '/realms/:realm/protocol/openid-connect/auth/device',
      title: 'Device authorization request',
      body: 'form',
      cors: 'handler',
      handle: omittingEmpty((exchange) => handleDeviceRequest(exchange, deps)),
    },
    { ...page, method: 'GET', title: 'Device code page', handle: (exchange) => showUserCode(exchange, deps) },
    {
      ...page,
      method: 'POST',
      title: 'Device code typed',
      body: 'form',
      handle: (exchange) => takeUserCode(exchange, deps),
    },
    {
      ...page,
      method: 'GET',
      path: '/realms/:realm/device/status',
      title: 'Device result page',
      handle: renderResultPage,
    },
  ];
  return { devices, signIn: createDeviceSignIn(deps), codes: createDeviceCodes(deps), routes };
}
