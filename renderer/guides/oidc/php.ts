// PHP with OpenID-Connect-PHP.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { php } from '../quote.ts';

function writeApplication(values: GuideValues): string {
  return lines(
    '<?php',
    "require 'vendor/autoload.php';",
    '',
    'session_start();',
    "if (!isset($_SESSION['user'])) {",
    '    $oidc = new Jumbojett\\OpenIDConnectClient(',
    `        ${php(values.issuer)},`,
    `        ${php(values.clientId)},`,
    `        ${php(values.secret ?? '')},`,
    '    );',
    `    $oidc->setRedirectURL(${php(values.redirectUri)});`,
    "    $oidc->setCodeChallengeMethod('S256');",
    "    $oidc->addScope(['profile', 'email']);",
    '    // Redirects to the sign-in page, and verifies the response afterwards.',
    '    $oidc->authenticate();',
    "    $_SESSION['user'] = $oidc->getVerifiedClaims('preferred_username');",
    "    header('Location: /');",
    '    exit;',
    '}',
    "header('Content-Type: text/plain; charset=utf-8');",
    "echo 'Signed in as ', $_SESSION['user'];",
  );
}

export const PHP: Guide = {
  id: 'php',
  title: 'PHP',
  summary: 'guides:php.summary',
  runtime: 'guides:runtime.php',
  kind: 'web',
  callback: { path: '/callback' },
  write: (values) => ({
    install: 'composer require jumbojett/openid-connect-php:^1.0',
    files: [{ name: 'index.php', text: writeApplication(values) }],
    command: `php -S ${values.host}:${values.port} index.php`,
    expect: openAndSignIn(values, 'guides:open.showsUser'),
  }),
};
