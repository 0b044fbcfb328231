// The table of profiles: what is done with each message, by the binding that it came by.
import type { SamlProfile } from './profile.ts';
import { createWebBrowserSso, type WebBrowserSsoDeps } from './web-browser-sso.ts';

/** What the profiles work with. */
export type ProfileDeps = WebBrowserSsoDeps;

/** Makes every profile. */
export function createProfiles(deps: ProfileDeps): readonly SamlProfile[] {
  return [createWebBrowserSso(deps)];
}
