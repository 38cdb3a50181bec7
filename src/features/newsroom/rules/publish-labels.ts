import type { REVISION_KINDS, UPDATE_KINDS } from '#kernel/newsroom-states.ts'

/** Newsroom §2, Unpublished changes. */
export const UPDATE_LABELS: Record<(typeof UPDATE_KINDS)[number], { label: string; help: string }> = {
  minor: { label: 'Minor edit', help: 'Readers do not see “Updated”.' },
  update: { label: 'Update', help: 'Readers see “Updated” with the time.' },
  correction: { label: 'Correction', help: 'Adds a dated note to the article and to the next newsletter.' },
}

export const REVISION_LABELS: Record<(typeof REVISION_KINDS)[number], string> = {
  autosave: 'Saved automatically',
  save: 'Saved',
  submit: 'Submitted for review',
  publish: 'Published',
  correction: 'Published as a correction',
  restore: 'Restored',
  import: 'Published text',
}
