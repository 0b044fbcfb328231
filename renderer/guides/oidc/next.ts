// Next.js with Auth.js.
import { type Guide, type GuideFile, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { js } from '../quote.ts';

function writeAuth({ issuer, clientId, secret = '' }: GuideValues): string {
  return lines(
    "import NextAuth from 'next-auth';",
    "import Keycloak from 'next-auth/providers/keycloak';",
    '',
    'export const { handlers, auth, signIn, signOut } = NextAuth({',
    '  providers: [',
    '    Keycloak({',
    `      issuer: ${js(issuer)},`,
    `      clientId: ${js(clientId)},`,
    `      clientSecret: ${js(secret)},`,
    '    }),',
    '  ],',
    "  secret: process.env.AUTH_SECRET ?? 'replace me in production',",
    '  trustHost: true,',
    '});',
  );
}

const HANDLERS = lines(
  "import { handlers } from '../../../../auth';",
  '',
  'export const { GET, POST } = handlers;',
);

const LAYOUT = lines(
  'export default function Layout({ children }) {',
  '  return (',
  '    <html lang="en">',
  '      <body>{children}</body>',
  '    </html>',
  '  );',
  '}',
);

const PAGE = lines(
  "import { auth, signIn, signOut } from '../auth';",
  '',
  'async function startSignIn() {',
  "  'use server';",
  "  await signIn('keycloak');",
  '}',
  '',
  'async function endSession() {',
  "  'use server';",
  '  await signOut();',
  '}',
  '',
  'export default async function Page() {',
  '  const session = await auth();',
  '  if (session === null) {',
  '    return (',
  '      <form action={startSignIn}>',
  '        <button>Sign in</button>',
  '      </form>',
  '    );',
  '  }',
  '  return (',
  '    <form action={endSession}>',
  '      <p>Signed in as {session.user.email}</p>',
  '      <button>Sign out</button>',
  '    </form>',
  '  );',
  '}',
);

function writeFiles(values: GuideValues): readonly GuideFile[] {
  return [
    { name: 'auth.js', text: writeAuth(values) },
    { name: 'app/api/auth/[...nextauth]/route.js', text: HANDLERS },
    { name: 'app/layout.js', text: LAYOUT },
    { name: 'app/page.js', text: PAGE },
  ];
}

export const NEXT: Guide = {
  id: 'next',
  title: 'Next.js',
  summary: 'guides:next.summary',
  runtime: 'guides:runtime.node209',
  kind: 'web',
  // Auth.js derives it from the provider.
  callback: { path: '/api/auth/callback/keycloak', isFixed: true },
  write: (values) => ({
    install: 'npm install next@16 react@19 react-dom@19 next-auth@5.0.0-beta.32',
    files: writeFiles(values),
    command: `npx next dev --hostname ${values.host} --port ${values.port}`,
    expect: openAndSignIn(values, 'guides:open.showsEmail'),
  }),
};
