// A login theme, with what its parents contribute.
import type { PageStructure } from './built-in-themes.ts';
import type { Properties } from './properties-file.ts';

/** Texts of one message file. */
export interface ThemeTexts {
  readonly texts: Properties;
  /** For people: `messages_de.properties of theme acme`. */
  readonly place: string;
}

/** Frozen; a change of its files makes a new one. */
export interface Theme {
  readonly name: string;
  readonly structure: PageStructure;
  /** Members of `theme.properties`: its own, then those of its parents. */
  readonly properties: Properties;
  /** Whether pages have our stylesheet, which is in the place of Keycloak's. */
  readonly hasOurStylesheet: boolean;
  /** Paths of its stylesheets below `resources`, in order, ours left out. */
  readonly styles: readonly string[];
  /** Paths of its stylesheets below the `resources` of a theme of type `common`. */
  readonly commonStyles: readonly string[];
  readonly scripts: readonly string[];
  /** Whether there is `img/favicon.ico`. */
  readonly hasIcon: boolean;
  /** Language tags: its `locales`, or those that it has messages in. */
  readonly locales: readonly string[];
  /** All message files, of the theme itself first. */
  readonly texts: readonly ThemeTexts[];
  /** Its message files in a language, of the theme itself first. `tag`: `pt-BR`. */
  messages(tag: string): readonly ThemeTexts[];
  /** The absolute path of a file below `resources`; undefined: there is none, or it leads out of the theme. */
  findResource(path: string): string | undefined;
  /** The same of its `common` theme (`import=common/acme`). */
  findCommonResource(path: string): string | undefined;
  /** FreeMarker templates, which are not run: `login.ftl`. */
  readonly templates: readonly string[];
  /** What is wrong with its files, a sentence each. */
  readonly problems: readonly string[];
}
