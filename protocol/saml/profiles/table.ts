// The table of profiles: what is done with each message, by the binding that it came by.
import { createEcp, type EcpDeps } from './ecp.ts';
import type { SamlProfile } from './profile.ts';
import type { SingleLogout } from './single-logout.ts';
import { createWebBrowserSso, type WebBrowserSsoDeps } from './web-browser-sso.ts';

/** What the profiles work with. */
export type ProfileDeps = WebBrowserSsoDeps & EcpDeps & { readonly singleLogout: SingleLogout };

/** Makes every profile. */
export function createProfiles(deps: ProfileDeps): readonly SamlProfile[] {
  return [createWebBrowserSso(deps), createEcp(deps), ...deps.singleLogout.profiles];
}
