// Dispatches the window's calls after checking the sender and the arguments.
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import { DESKTOP_CHANNELS, type DesktopCalls, type DesktopChannel } from '#main/bridge/channels.ts';
import { isOwnPage } from '../app-origin.ts';

/** The handler of a channel. Its arguments are untrusted until `parse` has accepted them. */
interface CallHandler<Channel extends DesktopChannel> {
  /** @throws {TypeError} if the arguments are not valid. */
  parse(args: readonly unknown[]): DesktopCalls[Channel]['arguments'];
  run(...args: DesktopCalls[Channel]['arguments']): Promise<DesktopCalls[Channel]['result']>;
}

export type CallHandlers = { readonly [Channel in DesktopChannel]: CallHandler<Channel> };

/** Registers all channels. Rejects calls from foreign pages and calls with invalid arguments. */
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
