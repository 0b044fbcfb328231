// The probe that tells an application whether the browser allows this server's cookies in frames.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { renderScriptPage } from './script-page.ts';

/** Sets both cookies and opens step 2; without storage access the result is `unsupported`. */
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

/** Reads the cookies and deletes them. */
const CHECK = `'use strict';
const found = document.cookie.includes('KEYCLOAK_3P_COOKIE');
document.cookie = 'KEYCLOAK_3P_COOKIE_SAMESITE=; Max-Age=0; SameSite=None; Secure';
document.cookie = 'KEYCLOAK_3P_COOKIE=; Max-Age=0';
parent.postMessage(found ? 'supported' : 'unsupported', '*');`;

const STEP_1: Reply = renderScriptPage('Cookie probe, first step', SET);
const STEP_2: Reply = renderScriptPage('Cookie probe, second step', CHECK);

/** `GET …/3p-cookies/step1.html`. Compat: keycloak-js runs the probe before it uses the session iframe. */
export function handleCookieProbe(exchange: RealmExchange): Reply {
  exchange.activity.parties('browser', 'understudy');
  return STEP_1;
}

/** `GET …/3p-cookies/step2.html`: posts `supported` or `unsupported` to the parent. */
export function handleCookieProbeResult(exchange: RealmExchange): Reply {
  exchange.activity.parties('browser', 'understudy');
  return STEP_2;
}
