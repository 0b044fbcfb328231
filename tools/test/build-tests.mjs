// Compiles the unit tests once before they run, because compiling them in each test process costs more than
// the tests themselves.
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { OUT, ROOT } from '../paths.mjs';

/** Compiled modules of all runs. */
const RUNS = join(OUT, 'unit');
/** Compiled modules of this run, laid out like the sources. Separate, so that another run in the same clone
 * does not remove them. Deleted when this process ends. */
export const BUILT = join(RUNS, String(process.pid));

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes folders of killed runs: those below `runs` whose name is not the ID of a running process. */
export function removeLeftovers(runs) {
  let names = [];
  try {
    names = readdirSync(runs);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  for (const name of names) {
    if (/^\d+$/.test(name) && isRunning(Number(name))) continue;
    rmSync(join(runs, name), { recursive: true, force: true });
  }
}

/** Calls `visit` with every node of an ESTree. */
function walk(node, visit) {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit);
  } else if (typeof node?.type === 'string') {
    visit(node);
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit);
  }
}

/** Replaces `import.meta.dirname`, `filename` and `url` with those of the source `path`, because tests open
 * files next to it. */
export function keepPlaces(code, path, parse) {
  const places = { dirname: dirname(path), filename: path, url: pathToFileURL(path).href };
  const found = [];
  walk(parse(code), (node) => {
    if (
      node.type === 'MemberExpression' &&
      node.object.type === 'MetaProperty' &&
      node.property.name in places
    )
      found.push(node);
  });
  return found.reduceRight(
    (text, { start, end, property }) =>
      text.slice(0, start) + JSON.stringify(places[property.name]) + text.slice(end),
    code,
  );
}

/** Wraps a test file in one suite called `name`, so that its hooks do not affect other files in the same
 * process and its duration is reported. Line numbers do not change. */
export function wrapInSuite(code, name, parse) {
  const { body } = parse(code);
  const first = body.find(({ type }) => type !== 'ImportDeclaration');
  if (first === undefined) return code;
  // The compiler adds imports of its helpers after other code.
  const late = body.filter(({ type, start }) => type === 'ImportDeclaration' && start > first.start);
  const moved = late.map(({ start, end }) => code.slice(start, end).replaceAll('\n', ' '));
  const rest = late.reduce(
    (text, { start, end }) =>
      text.slice(0, start) + text.slice(start, end).replace(/./g, ' ') + text.slice(end),
    code,
  );
  const head = ["import { describe as __suite } from 'node:test';", ...moved].join(' ');
  const opening = `__suite(${JSON.stringify(name)}, async () => { `;
  return `${head} ${rest.slice(0, first.start)}${opening}${rest.slice(first.start)}\n});\n`;
}

const suitesPlugin = {
  name: 'suites',
  enforce: 'post',
  transform(code, id) {
    if (!/\.test\.(ts|tsx|mjs)$/.test(id) || !id.startsWith(ROOT)) return undefined;
    return { code: wrapInSuite(code, relative(ROOT, id), (text) => this.parse(text)), map: null };
  },
};

const placesPlugin = {
  name: 'keep-places',
  enforce: 'post',
  transform(code, id) {
    if (!code.includes('import.meta') || !id.startsWith(ROOT)) return undefined;
    return { code: keepPlaces(code, id, (text) => this.parse(text)), map: null };
  },
};

/** Compiles these tests (paths relative to the repository) and their imports; returns the path of each
 * compiled test by source path. */
export async function buildTests(files) {
  removeLeftovers(RUNS);
  process.once('exit', () => rmSync(BUILT, { recursive: true, force: true }));
  if (files.length === 0) return new Map();
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    plugins: [suitesPlugin, placesPlugin],
    ssr: { target: 'node' },
    build: {
      ssr: true,
      target: 'node20',
      outDir: BUILT,
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: files.map((file) => join(ROOT, file)),
        output: {
          format: 'es',
          preserveModules: true,
          preserveModulesRoot: ROOT,
          entryFileNames: '[name].js',
        },
      },
    },
  });
  return new Map(files.map((file) => [file, join(BUILT, file.replace(/\.(tsx?|mjs)$/, '.js'))]));
}
