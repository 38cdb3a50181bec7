import { runBlocks } from '#features/blocks/reader/run-blocks.ts'

/** Loads and runs the code that the text of an article needs. */
export function runText(text: Element): void {
  runBlocks(text)
  const coverage = text.querySelector<HTMLElement>('.live')
  if (coverage)
    import('#features/live/reader/follow-posts.ts').then(
      ({ followPosts }) => followPosts(coverage),
      () => {},
    )
}
