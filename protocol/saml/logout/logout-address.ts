// Where a service provider takes messages of single logout, and by which binding.
import { SAML_LOGOUT_RESPONSE_URLS } from '#protocol/contract/saml-client-attributes.ts';
import type { BindingName } from '../bindings/binding.ts';
import type { ServiceProvider } from '../service-provider.ts';
import { resolveServiceUrl } from '../service-url.ts';

/** An address for messages that a browser carries. */
export interface LogoutAddress {
  readonly binding: 'redirect' | 'post' | 'artifact';
  /** Absolute http(s) URL. */
  readonly url: string;
}

/** The attributes of a client. */
const SETTINGS = {
  redirect: 'saml_single_logout_service_url_redirect',
  post: 'saml_single_logout_service_url_post',
  artifact: 'saml_single_logout_service_url_artifact',
  soap: 'saml_single_logout_service_url_soap',
} as const satisfies Record<BindingName, string>;

/** Names the settings, any of which would do, for a remedy. */
export function describeLogoutSettings({ client }: ServiceProvider): string {
  return `${SETTINGS.post} or ${SETTINGS.redirect} of client ${client.clientId}`;
}

function settingOf({ client }: ServiceProvider, binding: BindingName, baseUrl: string): string | undefined {
  return resolveServiceUrl(client, client.attributes[SETTINGS[binding]], baseUrl);
}

function adminUrlOf({ client }: ServiceProvider, baseUrl: string): string | undefined {
  return resolveServiceUrl(client, client.representation.adminUrl, baseUrl);
}

/**
 * Where a LogoutRequest goes; undefined: nowhere. Compat: by POST when it is forced, when the sign-in was answered so, and when there is no
 * other address; the client's Admin URL stands in where no address is set.
 */
export function findRequestAddress(
  provider: ServiceProvider,
  baseUrl: string,
  signInBinding: BindingName = 'post',
): LogoutAddress | undefined {
  const artifact = settingOf(provider, 'artifact', baseUrl);
  if (provider.forcesArtifact && artifact !== undefined) return { binding: 'artifact', url: artifact };
  const post = settingOf(provider, 'post', baseUrl);
  const redirect = settingOf(provider, 'redirect', baseUrl);
  if (redirect === undefined) return byPost(post ?? adminUrlOf(provider, baseUrl));
  const prefersPost = provider.forcesPost || signInBinding !== 'redirect';
  return (prefersPost ? byPost(post) : undefined) ?? { binding: 'redirect', url: redirect };
}

function byPost(url: string | undefined): LogoutAddress | undefined {
  return url === undefined ? undefined : { binding: 'post', url };
}

/** Where answers go by that binding: an address of their own, or that of the requests. SAML Metadata §2.2.2. */
function answerSettingOf(
  provider: ServiceProvider,
  binding: LogoutAddress['binding'],
  baseUrl: string,
): string | undefined {
  const { client } = provider;
  const own = client.attributes[SAML_LOGOUT_RESPONSE_URLS[binding]];
  return resolveServiceUrl(client, own, baseUrl) ?? settingOf(provider, binding, baseUrl);
}

/**
 * Where a LogoutResponse goes; undefined: nowhere. Compat: by the binding of the request, or by POST when that is forced; the Admin URL
 * stands in. Where it cannot go so, the other binding's address will do (SAML Profiles §4.4.3.4 leaves the choice).
 */
export function findResponseAddress(
  provider: ServiceProvider,
  baseUrl: string,
  requestBinding: BindingName,
): LogoutAddress | undefined {
  const artifact = answerSettingOf(provider, 'artifact', baseUrl);
  if ((provider.forcesArtifact || requestBinding === 'artifact') && artifact !== undefined)
    return { binding: 'artifact', url: artifact };
  const post = answerSettingOf(provider, 'post', baseUrl);
  const redirect = answerSettingOf(provider, 'redirect', baseUrl);
  if (provider.forcesPost && post !== undefined) return byPost(post);
  const admin = adminUrlOf(provider, baseUrl);
  if (requestBinding === 'redirect') {
    const url = redirect ?? admin;
    return url === undefined ? byPost(post) : { binding: 'redirect', url };
  }
  return (
    byPost(post ?? admin) ?? (redirect === undefined ? undefined : { binding: 'redirect', url: redirect })
  );
}

/** How the server itself tells a service provider. */
export interface BackChannelAddress {
  readonly binding: 'soap' | 'post';
  readonly url: string;
  /** Names the setting that the URL came from. */
  readonly setting: string;
}

/**
 * Where the server tells a service provider without a browser; undefined: nowhere. By SOAP wherever there is an address for it; by a plain
 * POST only to those that do not hear by the front channel (Compat).
 */
export function findBackChannelAddress(
  provider: ServiceProvider,
  baseUrl: string,
): BackChannelAddress | undefined {
  const named = (setting: string): string => `attribute ${setting} of client ${provider.client.clientId}`;
  const soap = settingOf(provider, 'soap', baseUrl);
  if (soap !== undefined) return { binding: 'soap', url: soap, setting: named(SETTINGS.soap) };
  if (hearsByFrontChannel(provider)) return undefined;
  const post = settingOf(provider, 'post', baseUrl);
  if (post !== undefined) return { binding: 'post', url: post, setting: named(SETTINGS.post) };
  const admin = adminUrlOf(provider, baseUrl);
  if (admin === undefined) return undefined;
  return { binding: 'post', url: admin, setting: `adminUrl of client ${provider.client.clientId}` };
}

/** Whether the browser is taken to the service provider. Compat: where the setting is left out, yes. */
export function hearsByFrontChannel({ client }: ServiceProvider): boolean {
  return client.representation.frontchannelLogout !== false;
}
