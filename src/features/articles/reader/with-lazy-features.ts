export const loadLazyFeatures = () => import('./lazy-features.ts')

/** Does nothing if they fail to load. */
export async function withLazyFeatures(
  use: (features: typeof import('./lazy-features.ts')) => unknown,
): Promise<void> {
  try {
    use(await loadLazyFeatures())
  } catch {}
}
