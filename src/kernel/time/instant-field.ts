import * as z from 'zod'

/** A time in ISO 8601, read as a `Date`. */
export const instant = z.iso.datetime().transform((iso) => new Date(iso))
