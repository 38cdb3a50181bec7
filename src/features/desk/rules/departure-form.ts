import * as z from 'zod'

/** `newOwnerId` is an account id, or empty if nobody gets the articles. */
export const departureForm = z.object({ newOwnerId: z.union([z.uuid(), z.literal('')]) })
