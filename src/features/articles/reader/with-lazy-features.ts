/** Runs `use` with the lazy features of the article page; does nothing if they fail to load. */
export async function withLazyFeatures(
  use: (features: typeof import('./lazy-features.ts')) => unknown,
): Promise<void> {
  try {
    use(await import('./lazy-features.ts'))
  } catch {}
}
