// Translates the unit tests once, before they run: doing it in each of the hundreds of test processes costs more than the tests themselves.
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { OUT, ROOT } from '../paths.mjs';

/** Where the translated modules of all runs are. */
const RUNS = join(OUT, 'unit');
/** Those of this run, laid out like the sources: another run in the same clone must not take them away. */
const FOLDER = join(RUNS, String(process.pid));

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes what runs have left that were killed: every folder below `runs` that is not called by the number of a running process. */
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

/** Replaces `import.meta.dirname`, `filename` and `url` by those of the source `path`: tests open files that are beside it. */
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

const placesPlugin = {
  name: 'keep-places',
  enforce: 'post',
  transform(code, id) {
    if (!code.includes('import.meta') || !id.startsWith(ROOT)) return undefined;
    return { code: keepPlaces(code, id, (text) => this.parse(text)), map: null };
  },
};

/** Translates these tests (paths relative to the repository) and all they import; returns the paths to run, which are there until this process ends. */
export async function buildTests(files) {
  if (files.length === 0) return [];
  removeLeftovers(RUNS);
  process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    plugins: [placesPlugin],
    ssr: { target: 'node' },
    build: {
      ssr: true,
      target: 'node20',
      outDir: FOLDER,
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
  return files.map((file) => join(FOLDER, file.replace(/\.tsx?$/, '.js')));
}
