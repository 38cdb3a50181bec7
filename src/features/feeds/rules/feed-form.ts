import * as z from 'zod'
import { CATEGORIES } from '#kernel/category.ts'

/** The fields of a feed that administrators edit. An empty title stands for the feed's own. */
export const feedFormSchema = z.object({
  url: z.string().trim().min(1, 'Please enter the address of a feed or of a site.').max(5_000),
  title: z.string().max(300),
  category: z.enum(CATEGORIES),
})

export type FeedFields = z.infer<typeof feedFormSchema>
