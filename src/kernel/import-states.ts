/** `checking` reads the export without changing anything; `ready` waits for a person to start it. */
export const IMPORT_STATES = ['checking', 'ready', 'running', 'paused', 'done', 'failed'] as const

export type ImportState = (typeof IMPORT_STATES)[number]

/** The formats of exports that an import reads. */
export const IMPORT_FORMATS = ['wordpress', 'ghost', 'substack', 'medium', 'folder', 'masthead'] as const

export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** `file` is an image or a recording, which items contain. */
export const IMPORTED_KINDS = [
  'person',
  'topic',
  'category',
  'article',
  'redirect',
  'subscriber',
  'file',
] as const

export type ImportedKind = (typeof IMPORTED_KINDS)[number]

/**
 * `matched`: an existing one is used instead, such as a topic of the same name. `kept`: changed at the source, but edited or
 * deleted here. `refused`: could not be imported.
 */
export const IMPORT_RESULTS = ['created', 'updated', 'unchanged', 'matched', 'kept', 'refused'] as const

export type ImportResult = (typeof IMPORT_RESULTS)[number]
