import * as z from 'zod'
import { CORRECTION_KINDS, UPDATE_KINDS } from '#kernel/newsroom-states.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { futureTimeForm } from '#kernel/time/zoned-time-form.ts'
import type { UpdateKind } from './draft-status.ts'

/** The note of a revision or review, or the public reason of a withdrawal (newsroom §2). */
export const note = z.string().trim().max(2_000)
export const requiredNote = note.min(1, { error: () => phrase('Describe the changes that are needed') })

export const correction = z.object({
  kind: z.enum(CORRECTION_KINDS),
  text: z
    .string()
    .trim()
    .min(1, { error: () => phrase('Describe the correction') })
    .max(5_000),
})
export type Correction = z.infer<typeof correction>

/** Corrections have a public note (newsroom §2). */
export const updateChoice = z.discriminatedUnion('updateKind', [
  z.object({ updateKind: z.enum(UPDATE_KINDS).exclude(['correction']) }),
  z.object({ updateKind: z.literal('correction'), correction }),
])
export type UpdateChoice = z.infer<typeof updateChoice>
/** Keeps the note while another kind is selected. */
export type UpdateFields = { updateKind: UpdateKind; correction: Correction }

export const updateForm = updateChoice as z.ZodType<UpdateChoice, UpdateFields>

/** A correction can be submitted for review, too. */
export const submitForm = z
  .object({
    note,
    correctionKind: z.enum(['none', ...CORRECTION_KINDS]),
    correctionText: z.string().trim().max(5_000),
  })
  .refine(({ correctionKind, correctionText }) => correctionKind === 'none' || correctionText !== '', {
    path: ['correctionText'],
    error: () => phrase('Describe the correction'),
  })

export function isSameCorrection(one: Correction | null, other: Correction | null): boolean {
  return one?.kind === other?.kind && one?.text === other?.text
}

/** The hash of a form, as the server returned it. */
export const formHash = z.string().max(100)

/** The number of a revision, an integer in PostgreSQL. */
export const revisionNumber = z.int32().positive()

export function withdrawalForm(now: () => Date) {
  return futureTimeForm(now).extend({ reason: note })
}

export function scheduleForm(now: () => Date) {
  return z.intersection(futureTimeForm(now), updateForm)
}
