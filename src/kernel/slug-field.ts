import * as z from 'zod'
import { phrase } from '#kernel/text/phrase.ts'
import { MAX_READ, MAX_TYPED_LENGTH, toSlug } from './slug.ts'

/** Parses a slug that an editor types; empty to derive it from a name. Not in slug.ts, which readers load without zod. */
export const slugField = z
  .string()
  .max(1_000)
  .overwrite((text) => toSlug(text, MAX_READ))
  .max(MAX_TYPED_LENGTH, {
    error: () => phrase('The address can have {max} characters at most', { max: MAX_TYPED_LENGTH }),
  })
