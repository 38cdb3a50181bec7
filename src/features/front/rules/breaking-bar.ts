import * as z from 'zod'
import { phrase } from '#kernel/text/phrase.ts'
import { collapseBreakingSpace } from '#kernel/text/text.ts'
import { HOUR_MS } from '#kernel/time/durations.ts'
import { futureTimeForm } from '#kernel/time/zoned-time-form.ts'
import { webAddress } from '#kernel/web-address.ts'

export const MAX_BAR_CHARACTERS = 200
const MAX_LINK_CHARACTERS = 2_000
export const DEFAULT_BAR_HOURS = 2
/** News that is shown for longer is not breaking news. */
const MAX_BAR_HOURS = 48

/** The news that the ticker shows before the breaking articles. `link` is a path, an http(s) URL, or null. */
export type BreakingBar = { text: string; link: string | null; endsAt: string }

export const breakingBarForm = z.object({
  text: z
    .string()
    .overwrite((text) => collapseBreakingSpace(text.toWellFormed()))
    .min(1, { error: () => phrase('Enter the text of the breaking bar') })
    .max(MAX_BAR_CHARACTERS, {
      error: () => phrase('The text can have {max} characters at most', { max: MAX_BAR_CHARACTERS }),
    }),
  link: z
    .string()
    .trim()
    .max(MAX_LINK_CHARACTERS, { error: () => phrase('The link is too long') })
    .refine(isLink, {
      error: () => phrase('Enter a path such as /sport, or an address that begins with https://'),
    })
    .transform((link) => (link.startsWith('/') ? link : webAddress(link))),
  until: z.iso.datetime(),
})

export type BreakingBarForm = z.output<typeof breakingBarForm>

/** The form of the screen, whose end is a local time. */
export function breakingBarFields(now: () => Date) {
  return breakingBarForm.omit({ until: true }).extend(futureTimeForm(now).shape)
}

export type BreakingBarFields = z.input<ReturnType<typeof breakingBarFields>>

/** Empty, a path of this site, or an http(s) URL. Browsers ignore tabs and line breaks, also between two slashes. */
function isLink(link: string): boolean {
  return link === '' || /^\/(?![/\\])\P{Cc}*$/u.test(link) || webAddress(link) !== null
}

/** @returns a reason, if the bar cannot end then */
export function refuseBarEnd(endsAt: Date, now: Date): string | undefined {
  if (endsAt <= now) return phrase('The end must be in the future.')
  if (endsAt.getTime() - now.getTime() > MAX_BAR_HOURS * HOUR_MS)
    return phrase('The bar can be shown for {max} hours at most.', { max: MAX_BAR_HOURS })
  return undefined
}
