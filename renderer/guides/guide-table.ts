// Every guide, in the order in which they are offered.
import type { Guide } from './guide.ts';
import { ANGULAR } from './oidc/angular.ts';
import { API } from './oidc/api.ts';
import { ASP_NET } from './oidc/asp-net.ts';
import { COMPOSE } from './oidc/compose.ts';
import { CURL } from './oidc/curl.ts';
import { DJANGO } from './oidc/django.ts';
import { EXPRESS } from './oidc/express.ts';
import { FLASK } from './oidc/flask.ts';
import { GO } from './oidc/go.ts';
import { KEYCLOAK_JS } from './oidc/keycloak-js.ts';
import { NEXT } from './oidc/next.ts';
import { PHP } from './oidc/php.ts';
import { PLAYWRIGHT } from './oidc/playwright.ts';
import { REACT } from './oidc/react.ts';
import { SPRING_BOOT } from './oidc/spring-boot.ts';
import { VUE } from './oidc/vue.ts';
import { MELLON } from './saml/mellon.ts';
import { NODE_SAML } from './saml/node-saml.ts';
import { PYTHON3_SAML } from './saml/python3-saml.ts';
import { SHIBBOLETH } from './saml/shibboleth.ts';
import { SIMPLESAMLPHP } from './saml/simplesamlphp.ts';
import { SPRING_SAML } from './saml/spring-saml.ts';

export const GUIDES: readonly Guide[] = [
  EXPRESS,
  NEXT,
  REACT,
  ANGULAR,
  VUE,
  KEYCLOAK_JS,
  SPRING_BOOT,
  ASP_NET,
  DJANGO,
  FLASK,
  GO,
  PHP,
  API,
  NODE_SAML,
  PYTHON3_SAML,
  SPRING_SAML,
  SIMPLESAMLPHP,
  MELLON,
  SHIBBOLETH,
  PLAYWRIGHT,
  COMPOSE,
  CURL,
];
