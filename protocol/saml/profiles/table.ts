// The table of profiles, selected by message and binding.
import { createEcp, type EcpDeps } from './ecp.ts';
import type { SamlProfile } from './profile.ts';
import type { SingleLogout } from './single-logout.ts';
import { createWebBrowserSso, type WebBrowserSsoDeps } from './web-browser-sso.ts';

export type ProfileDeps = WebBrowserSsoDeps & EcpDeps & { readonly singleLogout: SingleLogout };

export function createProfiles(deps: ProfileDeps): readonly SamlProfile[] {
  return [createWebBrowserSso(deps), createEcp(deps), ...deps.singleLogout.profiles];
}
