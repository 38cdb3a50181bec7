import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SampleEditionFolder = AsyncDisposable & { path: string }

/** Contains two Sport stories, one breaking, and one Health story. */
export async function createSampleEdition(): Promise<SampleEditionFolder> {
  const path = await mkdtemp(join(tmpdir(), 'edition-'))
  const write = (category: string, items: object[]) =>
    writeFile(
      join(path, `${category}.json`),
      JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'The Courier', items }),
    )
  const item = (slug: string, title: string, extension: object) => ({
    id: slug,
    url: `https://example.org/sample/${slug}`,
    title,
    summary: `${title}, in short.`,
    content_html: `<p>${title}, at length.</p>`,
    authors: [{ name: 'A Reporter' }],
    _masthead: { image: `${slug}.webp`, alt: `Picture of ${slug}`, ...extension },
  })
  await write('sport', [
    item('cup', 'A cup is won', { hours_ago: 1.5, breaking: true }),
    item('race', 'A race is run', { hours_ago: 30 }),
  ])
  await write('health', [item('sleep', 'Sleep is good', { hours_ago: 5 })])
  await writeFile(join(path, 'README.md'), 'Not a part of the edition.')
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
