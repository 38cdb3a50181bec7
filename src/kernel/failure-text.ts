/** Implemented by RequestFailure. */
export type Explained = { explain(text: string): string }

/** `text` is the message of spec §8; failed requests add their reason. Messages of other errors are for developers. */
export function failureText(error: unknown, text: string): string {
  return (error as Partial<Explained> | undefined)?.explain?.(text) ?? text
}
