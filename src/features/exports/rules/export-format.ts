import { phrase } from '#kernel/text/phrase.ts'

/** In the order in which screens list them. */
export const exportFormats = () =>
  ({
    masthead: {
      label: 'Masthead',
      extension: 'zip',
      text: phrase('Everything, with drafts and histories, to move the paper to another Masthead.'),
    },
    wordpress: {
      label: phrase('WordPress (WXR)'),
      extension: 'xml',
      text: phrase(
        'Published articles, authors, categories and tags. WordPress fetches the images from this site.',
      ),
    },
    ghost: {
      label: phrase('Ghost'),
      extension: 'zip',
      text: phrase('Published articles, authors and tags with their images, for Ghost 5 and 6.'),
    },
    markdown: {
      label: phrase('Markdown'),
      extension: 'zip',
      text: phrase('Published articles as text files with front matter, and their files.'),
    },
    site: {
      label: phrase('Static site'),
      extension: 'zip',
      text: phrase(
        'The pages as readers see them, with feeds and a search, for any web server. It takes as long as rendering every page.',
      ),
    },
  }) as const

export type ExportFormat = keyof ReturnType<typeof exportFormats>

export const EXPORT_FORMAT_NAMES = Object.keys(exportFormats()) as ExportFormat[]

export function isExportFormat(name: string): name is ExportFormat {
  return Object.hasOwn(exportFormats(), name)
}

/** Whether the articles of one person can be exported alone. */
export function isFormatOfPerson(format: ExportFormat): boolean {
  return format !== 'masthead' && format !== 'site'
}

/** Returns a name such as `the-courier-ghost-2026-11-29.zip`. @param slug of the site or the person; may be empty */
export function exportFileName(format: ExportFormat, slug: string, now: Date): string {
  return `${slug || 'masthead'}-${format}-${now.toISOString().slice(0, 10)}.${exportFormats()[format].extension}`
}

export const exportFailure = () => phrase('Failed to export the paper')
