// German, as it is loaded: one file of the build.
import type { LoadedLanguage } from '../language.ts';
import * as tables from './index.ts';
import { OPTION_TABLES as options } from './options.ts';
import * as settings from './settings/index.ts';

export const GERMAN: LoadedLanguage = { tables: { ...tables }, settings: { ...settings }, options };
