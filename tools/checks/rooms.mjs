// Which folder may import which: the source of Biome's import rules and of the table in CONTRIBUTING.md.

/** Rooms of protocol/ and what each may import besides itself and what is open to all. `never` names what it
 * must not import. */
const PROTOCOL_ROOMS = {
  contract: { imports: [] },
  errors: { imports: [] },
  xml: { imports: [] },
  log: { imports: [] },
  store: { imports: [] },
  crypto: { imports: ['xml'] },
  realm: { imports: ['store', 'crypto'] },
  themes: { imports: ['realm'] },
  token: { imports: ['realm', 'store', 'crypto'] },
  http: { imports: ['realm', 'store', 'crypto', 'themes'] },
  activity: { imports: ['http', 'crypto', 'xml', 'store'] },
  events: { imports: ['http', 'realm', 'store', 'crypto'] },
  'client-authentication': { imports: ['http', 'realm', 'store', 'crypto'] },
  login: { imports: ['http', 'realm', 'store', 'crypto', 'themes'], never: 'a protocol' },
  oauth: { imports: ['login', 'token', 'client-authentication', 'http', 'realm', 'store', 'crypto'] },
  broker: {
    imports: ['saml', 'login', 'token', 'client-authentication', 'http', 'realm', 'store', 'crypto', 'xml'],
    never: '`oauth`',
  },
  'stand-ins': {
    imports: ['saml', 'login', 'token', 'http', 'realm', 'store', 'crypto', 'xml'],
    never: '`broker`',
  },
  ciba: { imports: ['oauth', 'token', 'client-authentication', 'http', 'realm', 'store', 'crypto'] },
  saml: {
    imports: ['login', 'token', 'http', 'realm', 'store', 'crypto', 'xml'],
    never: '`oauth` or `broker`',
  },
  registry: { imports: ['token', 'http', 'realm', 'store', 'crypto'] },
  'authentication-device': { imports: ['http', 'crypto', 'store'], never: '`ciba`' },
  admin: {
    imports: [
      'test-kit',
      'mail',
      'login',
      'token',
      'events',
      'themes',
      'activity',
      'http',
      'realm',
      'store',
      'crypto',
      'xml',
    ],
    never: 'a protocol',
  },
  'test-kit': {
    imports: ['login', 'token', 'activity', 'http', 'realm', 'store', 'crypto'],
    never: 'a protocol',
  },
  mail: { imports: ['http', 'realm', 'store', 'crypto'] },
  management: { imports: ['events', 'http', 'realm', 'store'] },
  start: { imports: ['http', 'realm', 'store', 'crypto'] },
  verify: { imports: ['http', 'crypto', 'xml'] },
};

/** Open to every room but `contract`, which imports nothing. `log` is open for its Logger; `contract` and
 * `errors` know none. */
const OPEN = ['contract', 'errors', 'clock.ts', 'log'];
const OPEN_TO_ERRORS = ['contract'];

const WRITTEN = 'Write an import that crosses a folder as #protocol/…, #main/… or #fixtures/….';
const TOP = ['protocol', 'main', 'renderer', 'fixtures', 'bin'];
const FLOORS = ['app', 'screens', 'components', 'ui', 'api', 'guides'];

const climbs = (depths, targets) => depths.flatMap((up) => targets.map((target) => `${up}${target}`));
const UP = ['../', '../../', '../../../'];

/** One Biome rule: `hash` are the only allowed # paths, `relative` the forbidden relative paths. */
function fence({ includes, why, hash, relative, written = WRITTEN, paths = {} }) {
  const patterns = [{ group: ['#*/**', ...hash.map((path) => `!#${path}`)], message: why }];
  if (relative.length > 0) patterns.push({ group: relative, message: written });
  const options = { paths, patterns };
  return { includes, linter: { rules: { style: { noRestrictedImports: { level: 'error', options } } } } };
}

const PLAIN_NODE = {
  electron: 'protocol/ runs under plain Node too: no Electron.',
  react: 'protocol/ knows no React.',
  'react-dom': 'protocol/ knows no React.',
};
const NO_ELECTRON = { electron: 'The window reaches the desktop through the bridge only.' };

function openTo(room) {
  if (room === 'contract') return [];
  return (room === 'errors' ? OPEN_TO_ERRORS : OPEN).filter((open) => open !== room);
}

const asGlob = (name) => (name.endsWith('.ts') ? `protocol/${name}` : `protocol/${name}/**`);

function roomFence([room, { imports }]) {
  const others = Object.keys(PROTOCOL_ROOMS).filter((other) => other !== room);
  return fence({
    includes: [`protocol/${room}/**`],
    why: `protocol/${room}/ may import only what the table in CONTRIBUTING.md allows.`,
    hash: [...openTo(room), ...imports].map(asGlob),
    relative: [
      ...climbs(
        UP,
        others.map((other) => `${other}/**`),
      ),
      ...climbs(UP, ['clock.ts', 'compose.ts', 'server.ts', 'launch.ts']),
      '**/testing/**',
    ],
    paths: PLAIN_NODE,
  });
}

const SERVER = [
  'protocol/launch.ts',
  'protocol/server.ts',
  'protocol/start/config/**',
  'protocol/contract/**',
];
const ACROSS = climbs(
  ['../', '../../', '../../../'],
  TOP.map((top) => `${top}/**`),
);
const floors = (names) =>
  climbs(
    UP,
    names.map((name) => `${name}/**`),
  );

function rendererFence(floor, hash, forbidden, why) {
  const relative = floors(forbidden);
  return fence({ includes: [`renderer/${floor}/**`], why, hash, relative, written: why, paths: NO_ELECTRON });
}

const listProtocolFences = () => [
  fence({
    includes: ['protocol/*.ts'],
    why: 'protocol/ imports nothing outside protocol/.',
    hash: ['protocol/**'],
    relative: ['../**', './testing/**'],
    paths: PLAIN_NODE,
  }),
  ...Object.entries(PROTOCOL_ROOMS).map(roomFence),
];

const NO_IPC = {
  importNames: ['ipcMain', 'ipcRenderer'],
  message: 'Only main/preload.ts and main/ipc/ use IPC; add a call to main/bridge/channels.ts.',
};

const listMainFences = () => [
  fence({
    includes: ['main/**', '!main/preload.ts', '!main/ipc/**', '!main/bridge/**'],
    why: 'main/ may import launch, server, start/config and contract of protocol/ only.',
    hash: [...SERVER, 'main/bridge/**', 'main/ipc/**'],
    relative: ACROSS,
    paths: { electron: NO_IPC },
  }),
  fence({
    includes: ['main/preload.ts', 'main/ipc/**'],
    why: 'main/ipc/ may import main/ and launch, server, start/config and contract of protocol/ only.',
    hash: [...SERVER, 'main/**'],
    relative: ACROSS,
  }),
  fence({
    includes: ['main/bridge/**'],
    why: 'main/bridge/ may import protocol/contract only.',
    hash: ['protocol/contract/**'],
    relative: ACROSS,
    paths: { electron: 'main/bridge/ is read by the window: no Electron.' },
  }),
];

const listRendererFences = () => [
  rendererFence(
    'api',
    ['protocol/contract/**', 'main/bridge/**'],
    [...FLOORS.slice(0, 4), 'guides'],
    'renderer/api/ may import protocol/contract, main/bridge and texts/ only.',
  ),
  rendererFence(
    'texts',
    [],
    [...FLOORS.slice(0, 5), 'guides'],
    'renderer/texts/ is below every other floor: it imports nothing of ours.',
  ),
  rendererFence(
    'ui',
    [],
    ['app', 'screens', 'components', 'api', 'guides'],
    'renderer/ui/ knows no domain: it may import texts/ only.',
  ),
  rendererFence(
    'components',
    ['protocol/contract/**'],
    FLOORS.slice(0, 2),
    'renderer/components/ may import ui/, api/, guides/ and texts/ only.',
  ),
  fence({
    includes: ['renderer/guides/**'],
    why: 'renderer/guides/ may import protocol/contract only.',
    hash: ['protocol/contract/**'],
    relative: floors(FLOORS.slice(0, 5)),
    written: 'renderer/guides/ is plain text: it imports no other floor.',
    paths: { ...NO_ELECTRON, react: 'Guides are text: no React.' },
  }),
  fence({
    includes: ['renderer/screens/**'],
    why: 'A screen may import components/, ui/, api/, guides/ and texts/, never another screen.',
    hash: ['protocol/contract/**'],
    relative: [...floors(FLOORS.slice(0, 2)), '../*/**', '!../../**'],
    written: 'A screen never imports another screen; share it through components/.',
    paths: NO_ELECTRON,
  }),
  fence({
    includes: ['renderer/account/**'],
    why: 'renderer/account/ is a page of its own: it imports nothing of ours.',
    hash: [],
    relative: floors([...FLOORS, 'texts']),
    paths: NO_ELECTRON,
  }),
  fence({
    includes: ['renderer/app/**', 'renderer/*'],
    why: 'renderer/ reaches the server through renderer/api/ only.',
    hash: ['protocol/contract/**'],
    relative: [],
    paths: NO_ELECTRON,
  }),
];

const listOtherFences = () => [
  fence({
    includes: ['fixtures/**'],
    why: 'fixtures/ may import protocol/server and protocol/contract only.',
    hash: ['protocol/server.ts', 'protocol/contract/**', 'fixtures/**'],
    relative: ACROSS,
  }),
  fence({
    includes: ['bin/**'],
    why: 'bin/ is a client of the server: it imports nothing of the product.',
    hash: [],
    relative: [...ACROSS, './testing/**'],
    paths: { electron: 'bin/ runs under plain Node.' },
  }),
  fence({
    includes: ['bin/image/**'],
    why: 'bin/image/ may import protocol/crypto only.',
    hash: ['protocol/crypto/**'],
    relative: [...ACROSS, './testing/**'],
    paths: { electron: 'bin/ runs under plain Node.' },
  }),
  fence({
    includes: ['bin/mcp/**'],
    why: 'bin/mcp/ may import fixtures/test, contract, errors, start/config and the address of the server only.',
    hash: [
      'fixtures/test/**',
      'protocol/contract/**',
      'protocol/errors/**',
      'protocol/http/server-address.ts',
      'protocol/start/config/**',
    ],
    relative: [...ACROSS, './testing/**'],
    paths: { electron: 'bin/ runs under plain Node.' },
  }),
  fence({
    includes: ['e2e/**'],
    why: 'e2e/ judges from outside: no imports of the source.',
    hash: ['fixtures/**'],
    relative: ['**/protocol/**', '**/main/**', '**/renderer/**', '**/bin/**'],
  }),
  fence({
    includes: ['tools/**'],
    why: 'tools/ import nothing of the product.',
    hash: [],
    relative: ACROSS,
  }),
  {
    // Test support may import whatever tests may import.
    includes: ['protocol', 'bin', 'fixtures'].flatMap((top) => [
      `${top}/**/*.test.ts`,
      `${top}/**/testing/**`,
    ]),
    linter: { rules: { style: { noRestrictedImports: 'off' } } },
  },
];

/** Biome's overrides; later ones win. */
export function listFences() {
  return [...listProtocolFences(), ...listMainFences(), ...listRendererFences(), ...listOtherFences()];
}

/** Rows of CONTRIBUTING's table, in Markdown. */
export function listRooms() {
  const quoted = (names) => names.map((name) => `\`${name}\``).join(', ');
  const rows = new Map();
  for (const [room, { imports, never }] of Object.entries(PROTOCOL_ROOMS)) {
    const text = `${imports.length === 0 ? 'nothing more' : quoted(imports)}${never === undefined ? '' : `; never ${never}`}`;
    rows.set(text, [...(rows.get(text) ?? []), room]);
  }
  return [...rows].map(([text, rooms]) => `| ${quoted(rooms)} | ${text} |`);
}
