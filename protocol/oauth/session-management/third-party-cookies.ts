// The probe by which an application finds out whether its browser lets this server have cookies in a frame.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { renderScriptPage } from './script-page.ts';

/** Sets both cookies and goes on; without access to storage there is nothing to try. */
const SET = `'use strict';
(async () => {
  if (isSecureContext && document.hasStorageAccess && !(await document.hasStorageAccess())) {
    parent.postMessage('unsupported', '*');
    return;
  }
  document.cookie = 'KEYCLOAK_3P_COOKIE_SAMESITE=supported; Max-Age=60; SameSite=None; Secure';
  document.cookie = 'KEYCLOAK_3P_COOKIE=supported; Max-Age=60';
  location.href = 'step2.html';
})();`;

/** Looks for them and takes them away. */
const LOOK = `'use strict';
const found = document.cookie.includes('KEYCLOAK_3P_COOKIE');
document.cookie = 'KEYCLOAK_3P_COOKIE_SAMESITE=; Max-Age=0; SameSite=None; Secure';
document.cookie = 'KEYCLOAK_3P_COOKIE=; Max-Age=0';
parent.postMessage(found ? 'supported' : 'unsupported', '*');`;

const STEP_1: Reply = renderScriptPage('Cookie probe, first step', SET);
const STEP_2: Reply = renderScriptPage('Cookie probe, second step', LOOK);

/** `GET …/3p-cookies/step1.html`. Compat: keycloak-js asks before it relies on the session iframe. */
export function handleCookieProbe(exchange: RealmExchange): Reply {
  exchange.activity.parties('browser', 'understudy');
  return STEP_1;
}

/** `GET …/3p-cookies/step2.html`: posts `supported` or `unsupported` to the parent. */
export function handleCookieProbeResult(exchange: RealmExchange): Reply {
  exchange.activity.parties('browser', 'understudy');
  return STEP_2;
}
