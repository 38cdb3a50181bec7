/** What is said of a failed fetch of articles: its message, or that of the error catalogue (spec §8). */
export function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || 'Failed to fetch articles'
}
