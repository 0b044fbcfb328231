// Finds the address and binding at which a service provider accepts single logout messages.
import { SAML_LOGOUT_RESPONSE_URLS } from '#protocol/contract/saml-client-attributes.ts';
import type { BindingName } from '../bindings/binding.ts';
import type { ServiceProvider } from '../service-provider.ts';
import { resolveServiceUrl } from '../service-url.ts';

/** An address for the browser. */
export interface LogoutAddress {
  readonly binding: 'redirect' | 'post' | 'artifact';
  /** Absolute http(s) URL. */
  readonly url: string;
}

/** Client attributes by binding. */
export const LOGOUT_URL_ATTRIBUTES: Readonly<Record<BindingName, string>> = {
  redirect: 'saml_single_logout_service_url_redirect',
  post: 'saml_single_logout_service_url_post',
  artifact: 'saml_single_logout_service_url_artifact',
  soap: 'saml_single_logout_service_url_soap',
};

/** Names the settings for a remedy; either is sufficient. */
export function describeLogoutSettings({ client }: ServiceProvider): string {
  return `${LOGOUT_URL_ATTRIBUTES.post} or ${LOGOUT_URL_ATTRIBUTES.redirect} of client ${client.clientId}`;
}

function settingOf({ client }: ServiceProvider, binding: BindingName, baseUrl: string): string | undefined {
  return resolveServiceUrl(client, client.attributes[LOGOUT_URL_ATTRIBUTES[binding]], baseUrl);
}

function adminUrlOf({ client }: ServiceProvider, baseUrl: string): string | undefined {
  return resolveServiceUrl(client, client.representation.adminUrl, baseUrl);
}

/**
 * Where to send a LogoutRequest, if anywhere. Compat: by POST if forced, if the sign-in response used it, or
 * if there is no other address; the Admin URL is the fallback.
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

/** The response address for a binding, otherwise the request address. SAML Metadata §2.2.2. */
function responseSettingOf(
  provider: ServiceProvider,
  binding: LogoutAddress['binding'],
  baseUrl: string,
): string | undefined {
  const { client } = provider;
  const own = client.attributes[SAML_LOGOUT_RESPONSE_URLS[binding]];
  return resolveServiceUrl(client, own, baseUrl) ?? settingOf(provider, binding, baseUrl);
}

/**
 * Where to send a LogoutResponse, if anywhere. Compat: by the request's binding, or by POST if forced; the
 * Admin URL is the fallback, then the other binding (SAML Profiles §4.4.3.4 leaves the choice).
 */
export function findResponseAddress(
  provider: ServiceProvider,
  baseUrl: string,
  requestBinding: BindingName,
): LogoutAddress | undefined {
  const artifact = responseSettingOf(provider, 'artifact', baseUrl);
  if ((provider.forcesArtifact || requestBinding === 'artifact') && artifact !== undefined)
    return { binding: 'artifact', url: artifact };
  const post = responseSettingOf(provider, 'post', baseUrl);
  const redirect = responseSettingOf(provider, 'redirect', baseUrl);
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

/** Where the server itself notifies a service provider. */
export interface BackChannelAddress {
  readonly binding: 'soap' | 'post';
  readonly url: string;
  /** Names the setting that contains the URL. */
  readonly setting: string;
}

/**
 * Where the server notifies a service provider: by SOAP if possible. Compat: by plain POST only without
 * front-channel logout.
 */
export function findBackChannelAddress(
  provider: ServiceProvider,
  baseUrl: string,
): BackChannelAddress | undefined {
  const named = (setting: string): string => `attribute ${setting} of client ${provider.client.clientId}`;
  const soap = settingOf(provider, 'soap', baseUrl);
  if (soap !== undefined) return { binding: 'soap', url: soap, setting: named(LOGOUT_URL_ATTRIBUTES.soap) };
  if (usesFrontChannel(provider)) return undefined;
  const post = settingOf(provider, 'post', baseUrl);
  if (post !== undefined) return { binding: 'post', url: post, setting: named(LOGOUT_URL_ATTRIBUTES.post) };
  const admin = adminUrlOf(provider, baseUrl);
  if (admin === undefined) return undefined;
  return { binding: 'post', url: admin, setting: `adminUrl of client ${provider.client.clientId}` };
}

/** Whether the browser visits the service provider. Compat: default true. */
export function usesFrontChannel({ client }: ServiceProvider): boolean {
  return client.representation.frontchannelLogout !== false;
}
