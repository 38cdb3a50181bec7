import * as z from 'zod'

/** `heirId` is an account id, or empty if nobody gets the articles. */
export const departureForm = z.object({ heirId: z.union([z.uuid(), z.literal('')]) })
