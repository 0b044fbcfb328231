// Look of the console: one accent colour, system fonts, dense, and contrasts that pass WCAG 2.2 AA in both schemes.
import { type CSSVariablesResolver, createTheme, type MantineThemeOverride } from '@mantine/core';

/** Entity IDs, addresses and names may be longer than the place of a text. */
const breakingAnywhere = { minWidth: 0, overflowWrap: 'anywhere' } as const;

/** Size of the smallest texts. */
const SMALLEST = '12px';

/** The kit's settings. */
export const THEME: MantineThemeOverride = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: SMALLEST, sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 'sm',
  focusRing: 'auto',
  components: {
    // The window's panes scroll by themselves: there is no page behind a dialog that would have to be locked.
    Modal: {
      defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: breakingAnywhere },
    },
    Drawer: { styles: { title: breakingAnywhere } },
    Alert: { styles: { body: breakingAnywhere } },
    // The palette is the one dialog without a title, which would go before this name.
    ModalContent: { defaultProps: { 'aria-label': 'Search' } },
    // Help stands below its field, so that fields side by side stand on one line.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    // The kit's own is too pale to read.
    Notification: {
      styles: { body: breakingAnywhere, description: { color: 'var(--mantine-color-text)' } },
    },
    // Small texts of the kit go down to 9 pixels: 12 is the least that is read without effort.
    Badge: { vars: () => ({ root: { '--badge-fz': SMALLEST, '--badge-height': '20px' } }) },
    Kbd: { vars: () => ({ root: { '--kbd-fz': SMALLEST } }) },
    Tabs: { styles: { tab: { paddingInline: 12 } } },
    Text: { defaultProps: { fz: 'md' } },
  },
});

/** Dimmed and placeholder text of the kit are too pale on their backgrounds; these have 4.5 to 1 and more. */
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
