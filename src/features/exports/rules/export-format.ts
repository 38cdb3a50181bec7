/** In the order in which screens list them. */
export const EXPORT_FORMATS = {
  masthead: {
    label: 'Masthead',
    extension: 'zip',
    text: 'Everything, with drafts and histories, to move the paper to another Masthead.',
  },
  wordpress: {
    label: 'WordPress (WXR)',
    extension: 'xml',
    text: 'Published articles, authors, categories and tags. WordPress fetches the images from this site.',
  },
  ghost: {
    label: 'Ghost',
    extension: 'zip',
    text: 'Published articles, authors and tags with their images, for Ghost 5 and 6.',
  },
  markdown: {
    label: 'Markdown',
    extension: 'zip',
    text: 'Published articles as text files with front matter, and their files.',
  },
  site: {
    label: 'Static site',
    extension: 'zip',
    text: 'The pages as readers see them, with feeds and a search, for any web server. It takes as long as rendering every page.',
  },
} as const

export type ExportFormat = keyof typeof EXPORT_FORMATS

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormat[]

export function isExportFormat(name: string): name is ExportFormat {
  return Object.hasOwn(EXPORT_FORMATS, name)
}

/** Whether the articles of one person can be exported alone. */
export function isFormatOfPerson(format: ExportFormat): boolean {
  return format !== 'masthead' && format !== 'site'
}

/** Returns a name such as `the-courier-ghost-2026-11-29.zip`. @param slug of the site or the person; may be empty */
export function exportFileName(format: ExportFormat, slug: string, now: Date): string {
  return `${slug || 'masthead'}-${format}-${now.toISOString().slice(0, 10)}.${EXPORT_FORMATS[format].extension}`
}

export const EXPORT_FAILURE = 'Failed to export the paper'
