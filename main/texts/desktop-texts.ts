// The texts of the desktop beside the window: what each language must have.

/** How many prompts are pending, and the like: a text for a number. */
type Counted = (count: number) => string;

/** An entry that names the app. */
type AppEntry = (app: string) => string;

/** A port in use, and the free one. */
interface PortWords {
  readonly host: string;
  readonly port: number;
  readonly free: number;
}

/** Entries of the application menu. Electron's own labels are English on every system. */
export interface MenuTexts {
  readonly file: string;
  readonly quit: string;
  readonly about: AppEntry;
  readonly services: string;
  readonly hide: AppEntry;
  readonly hideOthers: string;
  readonly showAll: string;
  readonly quitApp: AppEntry;
  readonly edit: string;
  readonly undo: string;
  readonly redo: string;
  readonly cut: string;
  readonly copy: string;
  readonly paste: string;
  readonly pasteAndMatchStyle: string;
  readonly remove: string;
  readonly selectAll: string;
  readonly speech: string;
  readonly startSpeaking: string;
  readonly stopSpeaking: string;
  readonly view: string;
  readonly reload: string;
  readonly developerTools: string;
  readonly actualSize: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fullScreen: string;
  readonly window: string;
  readonly minimize: string;
  readonly zoom: string;
  readonly close: string;
  readonly bringAllToFront: string;
}

/** All texts of a language. */
export interface DesktopTexts {
  readonly menu: MenuTexts;
  readonly showUnderstudy: string;
  readonly cannotStart: string;
  readonly portTitle: (words: PortWords) => string;
  readonly portDetail: (words: PortWords) => string;
  readonly takePort: (words: PortWords) => string;
  /** Title of a notification about one prompt. */
  readonly asks: (client: string, user: string) => string;
  /** Its body without a binding message. */
  readonly whatToDo: (realm: string) => string;
  /** Title of a notification about several prompts. */
  readonly pendingPrompts: Counted;
  /** Tooltip of the tray icon. */
  readonly tray: Counted;
  /** Entry of the tray's menu. */
  readonly device: Counted;
}
