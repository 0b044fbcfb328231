// Answers the window's calls: checks who calls, checks what came, then does it.
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import { DESKTOP_CHANNELS, type DesktopCalls, type DesktopChannel } from '#main/bridge/channels.ts';
import { isOwnPage } from '../app-origin.ts';

/** One channel's handler: arguments arrive as whatever the window sent. */
interface CallHandler<Channel extends DesktopChannel> {
  /** @throws {TypeError} naming what is wrong with the arguments. */
  parse(args: readonly unknown[]): DesktopCalls[Channel]['arguments'];
  run(...args: DesktopCalls[Channel]['arguments']): Promise<DesktopCalls[Channel]['result']>;
}

/** A handler for every channel. */
export type CallHandlers = { readonly [Channel in DesktopChannel]: CallHandler<Channel> };

/** Registers all channels. A call from any page but our own is refused, as is one with arguments that do not parse. */
export function handleCalls(handlers: CallHandlers): void {
  for (const channel of DESKTOP_CHANNELS)
    registerChannel(channel, handlers[channel] as CallHandler<DesktopChannel>);
}

function registerChannel(channel: DesktopChannel, handler: CallHandler<DesktopChannel>): void {
  ipcMain.handle(channel, async (event: IpcMainInvokeEvent, ...args: unknown[]) => {
    if (!isOwnPage(event.senderFrame?.url)) throw new TypeError(`${channel} is for Understudy's own window`);
    const parsed = handler.parse(args) as never;
    return handler.run(...(parsed as readonly []));
  });
}
