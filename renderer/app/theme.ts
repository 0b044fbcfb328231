// The console's theme: one accent colour, system fonts, dense, with contrasts of WCAG 2.2 AA in both schemes.
import { type CSSVariablesResolver, createTheme, type MantineThemeOverride } from '@mantine/core';
import { perLanguage, text } from '../texts/text.ts';

/** Entity IDs, URLs and names may be wider than their container. */
const breakingAnywhere = { minWidth: 0, overflowWrap: 'anywhere' } as const;

/** Of dialogs. They may take several lines. */
const title = { ...breakingAnywhere, lineHeight: 1.35 };

const SMALLEST = '12px';

/** The theme, with the labels of Mantine's own controls in the shown language. */
export const consoleTheme: () => MantineThemeOverride = perLanguage(() =>
  createTheme({
    primaryColor: 'indigo',
    primaryShade: { light: 8, dark: 8 },
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
    fontSizes: { xs: SMALLEST, sm: '13px', md: '14px', lg: '16px', xl: '18px' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    defaultRadius: 'sm',
    focusRing: 'auto',
    // Dialogs, menus and folded parts appear at once where the system asks for less motion.
    respectReducedMotion: true,
    components: {
      // Menus and option lists stay beside buttons that do not scroll with the page, and focusing an entry does not
      // scroll the page.
      Popover: { defaultProps: { floatingStrategy: 'fixed' } },
      // Panes scroll on their own, so there is no page to lock behind a dialog.
      Modal: {
        defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': text('app:close') } },
        styles: { title },
      },
      Drawer: { styles: { title } },
      Alert: { styles: { body: breakingAnywhere } },
      // Applies to the palette only: other dialogs have a title, which takes precedence.
      ModalContent: { defaultProps: { 'aria-label': text('app:search.label') } },
      // Descriptions go below the field, so that adjacent fields are aligned.
      InputWrapper: {
        defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
        // As labels with the member of the realm file.
        styles: { label: { fontWeight: 500 } },
      },
      // Mantine's default colour has too little contrast.
      Notification: {
        styles: { body: breakingAnywhere, description: { color: 'var(--mantine-color-text)' } },
      },
      // Mantine's smallest texts are 9 pixels high; 12 is the readable minimum.
      Badge: { vars: () => ({ root: { '--badge-fz': SMALLEST, '--badge-height': '20px' } }) },
      Kbd: { vars: () => ({ root: { '--kbd-fz': SMALLEST } }) },
      Tabs: { styles: { tab: { paddingInline: 12 } } },
      Text: { defaultProps: { fz: 'md' } },
    },
  }),
);

/** Mantine's dimmed and placeholder texts have too little contrast; these have at least 4.5 to 1. */
export const CSS_VARIABLES: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565d64',
    '--mantine-color-placeholder': '#636a71',
    '--mantine-color-error': '#b02525',
  },
  dark: {
    '--mantine-color-dimmed': '#b4b4b8',
    '--mantine-color-placeholder': '#a4a4a8',
    '--mantine-color-error': '#ffa8a8',
    '--mantine-color-anchor': '#91a7ff',
  },
});
