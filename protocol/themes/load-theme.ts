// Builds a theme from its folder and those of its parents.
import { BUILT_IN_THEMES, type BuiltInTheme, DEFAULT_THEME } from './built-in-themes.ts';
import type { Properties } from './properties-file.ts';
import type { SeenFiles } from './seen-files.ts';
import type { Theme } from './theme.ts';
import { findCommonFile, readThemeFolder, type ThemeFolder, type ThemeRoot } from './theme-folder.ts';

/** A theme's folders, the child's first, and where they end. */
interface Lineage {
  readonly folders: readonly ThemeFolder[];
  readonly ancestor: BuiltInTheme;
}

type Report = (problem: string) => void;

interface Loading {
  readonly root: ThemeRoot;
  readonly seen: SeenFiles;
  readonly report: Report;
}

/** Follows `parent`. What is wrong with it ends at Keycloak's default theme, so that pages show. */
function followParents(
  { root, seen, report }: Loading,
  name: string,
  children: readonly ThemeFolder[] = [],
): Lineage | undefined {
  const child = children.at(-1);
  const ancestor = child === undefined ? undefined : BUILT_IN_THEMES.get(name);
  if (ancestor !== undefined) return { folders: children, ancestor };
  const problem = child === undefined ? undefined : findCycle(children, name);
  const folder = problem === undefined ? readThemeFolder(root, seen, name, report) : undefined;
  // Compat: a theme without a parent has nothing but itself.
  if (folder !== undefined)
    return followParents({ root, seen, report }, folder.properties['parent'] || 'base', [
      ...children,
      folder,
    ]);
  if (child === undefined) return undefined;
  report(
    problem ??
      `Theme ${child.name} has the parent ${name}, which is not in ${root.folder}. Add it, or set parent to ${PARENTS}.`,
  );
  return { folders: children, ancestor: builtIn(DEFAULT_THEME) };
}

const PARENTS = 'keycloak.v2, keycloak or base';

function findCycle(children: readonly ThemeFolder[], name: string): string | undefined {
  const names = children.map((folder) => folder.name);
  return names.includes(name)
    ? `The parents of theme ${names[0]} are a cycle: ${[...names, name].join(' → ')}. Set parent of ${names.at(-1)} to ${PARENTS}.`
    : undefined;
}

function builtIn(name: string): BuiltInTheme {
  const theme = BUILT_IN_THEMES.get(name);
  if (theme === undefined) throw new TypeError(`no theme ${name}`);
  return theme;
}

const namesIn = (value: string | undefined, separator: RegExp): readonly string[] =>
  (value ?? '').split(separator).filter((name) => name !== '');

function mergeProperties({ folders, ancestor }: Lineage): Properties {
  const all = [ancestor.properties, ...folders.map(({ properties }) => properties).toReversed()];
  return Object.assign(Object.create(null), ...all) as Properties;
}

/** Stylesheets and scripts that exist. */
function checkFiles(
  { folders, ancestor }: Lineage,
  properties: Properties,
  member: 'styles' | 'scripts',
  report: Report,
): { readonly files: readonly string[]; readonly isOurs: boolean } {
  const files: string[] = [];
  let isOurs = false;
  for (const named of namesIn(properties[member], /\s+/)) {
    // Compat: themes append a query so that browsers load a changed file.
    const [path = named] = named.split('?');
    if (folders.some((folder) => folder.findResource(path) !== undefined)) files.push(path);
    else if (ancestor.stylesheets.includes(path)) isOurs = true;
    else report(describeMissing(folders, member, path));
  }
  return { files, isOurs };
}

function describeMissing(folders: readonly ThemeFolder[], member: string, path: string): string {
  const name = folders[0]?.name;
  return folders.some((folder) => folder.leadsOut(path))
    ? `${member} of theme ${name} names ${path}, which leads out of the theme. Copy the file into login/resources.`
    : `${member} of theme ${name} names ${path}, which is not in its folder login/resources. Correct the path, or add the file.`;
}

/** Undefined if there is no folder of this name. `name`: none of Keycloak's own themes, whose folders are not read. */
export function loadTheme(root: ThemeRoot, seen: SeenFiles, name: string): Theme | undefined {
  const problems: string[] = [];
  const report: Report = (problem) => {
    if (!problems.includes(problem)) problems.push(problem);
  };
  const loading = { root, seen, report };
  const lineage = followParents(loading, name);
  return lineage === undefined ? undefined : describe(loading, name, lineage, problems);
}

function describeBuiltIn(name: string, { structure, properties }: BuiltInTheme): Theme {
  return Object.freeze({
    name,
    structure,
    properties,
    hasOurStylesheet: true,
    styles: [],
    commonStyles: [],
    scripts: [],
    hasIcon: false,
    locales: [],
    texts: [],
    messages: () => [],
    findResource: () => undefined,
    findCommonResource: () => undefined,
    templates: [],
    problems: [],
  });
}

/** Of realms and clients without a theme. */
export const OUR_THEME: Theme = describeBuiltIn(DEFAULT_THEME, builtIn(DEFAULT_THEME));

/** Keycloak's own themes by name. */
export const SHIPPED_THEMES: ReadonlyMap<string, Theme> = new Map(
  [...BUILT_IN_THEMES].map(([name, theme]) => [
    name,
    name === DEFAULT_THEME ? OUR_THEME : describeBuiltIn(name, theme),
  ]),
);

const COMMON = /^common\/(.+)$/;

function describe(
  { root, seen, report }: Loading,
  name: string,
  lineage: Lineage,
  problems: readonly string[],
): Theme {
  const { folders, ancestor } = lineage;
  const properties = mergeProperties(lineage);
  const { files: styles, isOurs } = checkFiles(lineage, properties, 'styles', report);
  const common = COMMON.exec(properties['import'] ?? '')?.[1] ?? '';
  const findCommonResource = (path: string) => findCommonFile(root, seen, common, path);
  const wanted = namesIn(properties['stylesCommon'], /\s+/);
  const commonStyles = wanted.filter((path) => findCommonResource(path) !== undefined);
  const findResource = (path: string): string | undefined => {
    for (const folder of folders) {
      const found = folder.findResource(path);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return Object.freeze({
    name,
    structure: ancestor.structure,
    properties,
    // Libraries of Keycloak are not among ours; our stylesheet does what they are for.
    hasOurStylesheet:
      isOurs || commonStyles.length < wanted.length || styles.length + commonStyles.length === 0,
    styles,
    commonStyles,
    scripts: checkFiles(lineage, properties, 'scripts', report).files,
    hasIcon: findResource('img/favicon.ico') !== undefined,
    locales: listLocales(folders, properties),
    texts: folders.flatMap((folder) => folder.texts),
    messages: (tag: string) => folders.flatMap((folder) => folder.messages(tag) ?? []),
    findResource,
    findCommonResource,
    templates: folders[0]?.templates ?? [],
    problems,
  });
}

function listLocales(folders: readonly ThemeFolder[], properties: Properties): readonly string[] {
  const named = namesIn(properties['locales'], /[\s,]+/);
  return named.length > 0 ? named : [...new Set(folders.flatMap(({ locales }) => locales))].toSorted();
}
