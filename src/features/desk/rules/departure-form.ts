import * as z from 'zod'
import { id } from '#kernel/id.ts'

/** `newOwnerId` is an account id, or empty if nobody gets the articles. */
export const departureForm = z.object({ newOwnerId: z.union([id, z.literal('')]) })
