/** What is said of stories that came, or of a page whose stories have changed places. */
export function phrase(newStories: number, page: { isFront: boolean }): string {
  if (newStories === 1) return '1 new story'
  if (newStories > 1) return `${newStories} new stories`
  return page.isFront ? 'The front page was updated' : 'This page was updated'
}
