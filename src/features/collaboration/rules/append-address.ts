import * as z from 'zod'
import { id } from '#kernel/id.ts'

const target = z.object({
  draft: id,
  /** The account that made the edits: another one may have signed in since. */
  by: id.optional(),
})

type AppendTarget = z.infer<typeof target>

export function appendAddress({ draft, by }: AppendTarget): string {
  return `/api/admin/draft_steps?${new URLSearchParams({ draft, ...(by && { by }) })}`
}

export function readAppendAddress(url: string): AppendTarget | undefined {
  return target.safeParse(Object.fromEntries(new URL(url).searchParams)).data
}
