/** Uses what is loaded late; where it cannot be had, everything stays as it is. */
export async function withExtras(
  use: (extras: typeof import('./article-extras.ts')) => unknown,
): Promise<void> {
  try {
    use(await import('./article-extras.ts'))
  } catch {}
}
