/** Implemented by RequestFailure, which reader pages load at the first interaction. */
export type Explained = { explain(text: string): string }

/**
 * Turns any failure into the text to show: `text`, the message of spec §8 for what failed, and for a failed request its
 * reason. The messages of other errors are for developers.
 */
export function failureText(error: unknown, text: string): string {
  return (error as Partial<Explained> | undefined)?.explain?.(text) ?? text
}
