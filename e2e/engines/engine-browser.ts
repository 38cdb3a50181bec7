/** The operations that the drivers of all engines share. */
export type EngineDriver = {
  goto(url: string): Promise<void>
  url(): Promise<string>
  /** Runs a function in the page. Arguments and result are JSON. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Runs a script in the page. */
  addScript(source: string): Promise<void>
  /** Clicks the element in `window.target`: editors remove attributes that they do not know. */
  clickTarget(): Promise<void>
  /** Types a text where the focus is. */
  type(text: string): Promise<void>
  press(key: 'Enter' | 'Escape' | 'End', modifier?: 'Control'): Promise<void>
  resize(width: number, height: number): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export type EngineBrowser = AsyncDisposable & {
  /** Opens a window with cookies and storage of its own. */
  open(): Promise<EngineDriver>
}

export const WINDOW = { width: 1280, height: 850 }
