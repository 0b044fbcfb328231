// Themes for tests: none, or folders that are written for a test.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { openThemes, type Themes } from '../themes.ts';

/** Keycloak's own themes alone. */
export const NO_THEMES: Themes = openThemes(
  { folder: join(tmpdir(), 'understudy-no-themes'), environment: {} },
  createCollectingLogger(''),
);

/** Writes files by their paths, such as `acme/login/theme.properties`, in a new folder of themes. */
export function writeThemes(files: Readonly<Record<string, string>>): {
  readonly folder: string;
  remove(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-themes-'));
  addThemeFiles(folder, files);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function addThemeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** An acceptable theme. */
export const ACME: Readonly<Record<string, string>> = {
  'acme/login/theme.properties':
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable as in theme.properties
    'parent=keycloak\nimport=common/keycloak\nstyles=css/login.css css/acme.css\nlocales=en,de\nkcBodyClass=acme-${env.ACCENT:red}\n',
  'acme/login/resources/css/acme.css': 'body { color: teal; }',
  'acme/login/resources/img/favicon.ico': 'icon',
  'acme/login/messages/messages_en.properties': 'loginAccountTitle=Welcome\n',
  'acme/login/messages/messages_pt_BR.properties': 'loginAccountTitle=Bem-vindo\n',
};

/** The themes of a folder with these files, which is removed after the test. */
export function openTestThemes(
  context: Pick<TestContext, 'after'>,
  files: Readonly<Record<string, string>>,
): { readonly folder: string; readonly themes: Themes; warnings(): readonly string[] } {
  const { folder, remove } = writeThemes(files);
  context.after(remove);
  const log = createCollectingLogger('themes');
  const themes = openThemes({ folder, environment: { ACCENT: 'teal' } }, log);
  return { folder, themes, warnings: () => log.records.map(({ message }) => message) };
}
